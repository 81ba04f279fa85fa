import type { RefundPurpose } from './refund-purpose.rules.ts'
import type { RefundedBox } from './refunded-box.rules.ts'

/** What a refund is for and does besides moving money; empty for what is not a refund. */
export type RefundEffects = {
  /** Units to return to stock, by product. */
  stockBack?: Readonly<Record<string, number>> | undefined
  toAllocation?: boolean | undefined
  box?: RefundedBox | undefined
  purpose?: RefundPurpose | null | undefined
}
