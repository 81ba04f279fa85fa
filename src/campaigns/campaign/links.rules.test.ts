import { expect, test } from 'vitest'

import type { Block } from './content.rules.ts'
import { checkLinks } from './links.rules.ts'

const at = new Date('2027-03-01T17:00:00Z')
const inDays = (days: number, isDraft = false) => ({
  ...{ opensAt: new Date(at.getTime() + days * 86_400_000), isDraft },
})
const button = (target: 'allocation' | 'shop'): Block => ({ kind: 'button', text: 'Go', target })

test.each([
  ['no-button', [], inDays(1)],
  ['open', [button('shop')], 'over'],
  ['open', [button('shop'), button('allocation')], inDays(20)],
  ['too-early', [button('allocation')], inDays(21)],
  ['no-release', [button('allocation')], 'none'],
  ['over', [button('allocation')], 'over'],
  ['draft', [button('allocation')], inDays(21, true)],
  ['open', [button('shop')], inDays(1, true)],
] as const)('links are found %s', (verdict, blocks, release) => {
  expect(checkLinks({ blocks }, { at, release })).toBe(verdict)
})
