import type { ProviderMovement } from '#domain/accounting/movements.ts'

import type { Span } from './reconciliation-payments.ts'

/** The provider's balance in US dollars, in pages of at most 100, newest first. */
export type BalancePayments = {
  movementPages(span: Span): AsyncIterable<ProviderMovement[]>
}
