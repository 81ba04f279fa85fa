import { expect, test } from 'vitest'

import { refundEffectSentences } from './admin-approvals.copy.ts'

const lines = [{ productId: 'malbec', description: '2022 Malbec' }]
const purpose = {
  wines: { malbec: { units: 1, wineCents: 45_000, taxCents: 3_263 } },
  shippingCents: 0,
  goodwillCents: 0,
}

test('who approves a refund of wine that does not come back reads that it is still sent', () => {
  const stays =
    'Wine that does not return to stock stays in the order, and is sent if it was not sent yet.'
  const sentences = (stockBack: Record<string, number>, leftAfterCents: number) =>
    refundEffectSentences({ purpose, stockBack }, lines, leftAfterCents)
  expect(sentences({}, 1)).toEqual([
    'For: 1 × 2022 Malbec: $482.63',
    'Back to stock: Nothing',
    stays,
  ])
  expect(sentences({ malbec: 1 }, 1)).not.toContain(stays)
  expect(sentences({}, 0)).not.toContain(stays)
})
