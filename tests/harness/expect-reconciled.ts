import { reconcile } from '#accounting/reconciliation/reconcile.actions.server.ts'
import { differenceSentence } from '#accounting/reconciliation/reconciliation.copy.ts'

import type { TestShop } from './test-shop.ts'

/** The current reconciliation differences as sentences; with `stock: false` without those of stock counts. */
export async function reconciliationDifferences(
  { services }: Pick<TestShop, 'services'>,
  { stock = true }: { stock?: boolean } = {},
): Promise<string[]> {
  const checked = await reconcile(services, { requestedBy: 'a test', days: 2, graceMinutes: 0 })
  if (!checked.ok) throw new Error(checked.reason)
  return checked.differences
    .filter(({ kind }) => stock || (kind !== 'held-differs' && kind !== 'sold-differs'))
    .map(differenceSentence)
}
