import { describe, expect, test } from 'vitest'

import { blockChangeOf, withChange } from './blocks.rules.ts'
import type { Block } from './content.rules.ts'

const [one, two, three] = ['one', 'two', 'three'].map((text): Block => ({ kind: 'heading', text }))
const blocks = [one!, two!, three!]

describe('the blocks of a campaign', () => {
  test.each([
    ['add', [one, two, three, { kind: 'button', text: '', target: 'allocation' }], 3],
    ['up.2', [one, three, two], 1],
    ['up.0', [one, two, three], 0],
    ['down.0', [two, one, three], 1],
    ['down.2', [one, two, three], 2],
    ['remove.1', [one, three], 1],
    ['remove.2', [one, two], 1],
    ['remove.9', [one, two, three], 2],
    ['up.3', [one, two, three], 2],
  ])('after %s', (intent, left, at) => {
    expect(withChange(blocks, blockChangeOf(intent, 'button')!)).toEqual({ blocks: left, at })
  })

  test('are twelve at most', () => {
    const full = Array.from({ length: 12 }, () => one!)
    expect(withChange(full, { change: 'add', kind: 'heading' })).toEqual({ blocks: full, at: 11 })
    expect(withChange([], { change: 'up', index: 0 })).toEqual({ blocks: [], at: 0 })
    expect(withChange([one!], { change: 'remove', index: 0 })).toEqual({ blocks: [], at: 0 })
  })

  test.each(['save', 'save.1', 'add', 'up.', 'up.-1', 'remove.x', ''])('%j is none', (intent) => {
    expect(blockChangeOf(intent, 'table')).toBeNull()
  })
})
