import { describe, expect, test } from 'vitest'

import { shareCases } from './share-cases.rules.ts'

const asking = (...units: number[]) =>
  units.map((count, index) => ({ units: count, userId: `person ${index}` }))
const given = (...asked: Parameters<typeof shareCases>) =>
  shareCases(...asked).map(({ units }) => units)

describe('cases among requests', () => {
  test('20 cases among twelve who ask for 3, at most 2 each: eight get two, four get one', () => {
    const units = given(asking(...Array<number>(12).fill(3)), { cases: 20, most: 2 })
    expect(units).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1])
  })

  test('nobody gets more than they asked for', () => {
    expect(given(asking(1, 4), { cases: 10, most: 3 })).toEqual([1, 3])
  })

  test('nobody gets more than the most by asking twice', () => {
    const [first, second, third] = asking(3, 3, 3)
    const again = { ...third!, userId: first!.userId }
    expect(given([first!, second!, again], { cases: 10, most: 2 })).toEqual([1, 2, 1])
  })

  test('the first in line come first, and requests that get nothing are left out', () => {
    expect(given(asking(2, 2, 2), { cases: 2, most: 2 })).toEqual([1, 1])
    expect(given(asking(2, 2), { cases: 3, most: 2 })).toEqual([2, 1])
    expect(given(asking(1), { cases: 0, most: 1 })).toEqual([])
  })
})
