import { describe, expect, it } from 'vitest'

import { whyNotAddSentence } from './release.copy.ts'
import { allocationSentence } from './releases.copy.ts'

describe('the sentence of an allocation', () => {
  const own = {
    units: 3,
    bought: 1,
    left: 2,
    usable: 2,
    opensAt: null,
    keptUntil: null,
    takesMore: false,
    askedMore: 0,
    isAnsweredHere: false,
  }
  it('names what is left only where it is not the whole', () => {
    const whole = { ...own, bought: 0, left: 3 }
    const tz = 'America/Los_Angeles'
    expect(allocationSentence(whole, { promise: 'guaranteed' }, tz)).toBe('3 cases')
  })

  const said = (promise: 'guaranteed' | 'cap', isSoldOut = false) =>
    allocationSentence(own, { promise }, 'America/Los_Angeles', isSoldOut)

  it('says what is left of it', () => {
    expect(said('guaranteed')).toBe('3 cases, 1 bought, 2 left')
    expect(said('cap')).toBe('3 cases, 1 bought, 2 left, while it lasts')
  })

  it('promises nothing of a wine that is sold out', () => {
    expect(said('cap', true)).toBe('3 cases, 1 bought')
  })
})

it('tells a buyer of a later wave that it is not open for them, whose release may be', () => {
  expect(whyNotAddSentence['before-release']).toBe('This release has not opened for you yet.')
})
