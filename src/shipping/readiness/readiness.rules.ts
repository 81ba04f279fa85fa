import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import { reviewReasons } from '#orders/flags/flag-reasons.copy.ts'

/** Why a shipment waits. The first that applies is shown. */
export const waitReasons = ['flagged', 'not-served', 'held', 'not-yet'] as const
export type WaitReason = (typeof waitReasons)[number]

/** The facts that decide whether a shipment is ready. */
export type ReadinessFacts = {
  isHeld: boolean
  /** Set by staff for this shipment. */
  notBefore: Date | null
  /** The latest calendar day from which one of its wines ships, such as `2026-11-02`. */
  shipsFrom: string | null
  /** Open flags of the order. */
  flags: readonly FlagReason[]
  /** Whether wine may go to the address today, also by the law of its state; true for a pickup. */
  isServed: boolean
}

/** The calendar day from which a shipment may leave, by itself and by its releases; null where neither says one. */
export const leavingDay = (own: string | null, shipsFrom: string | null): string | null =>
  own !== null && (shipsFrom === null || own > shipsFrom) ? own : shipsFrom

export const blocksShipping = (flag: FlagReason): boolean => reviewReasons[flag].holdsBoxes

/**
 * Why the shipment waits, or null when it is ready. `today` is the calendar day of `now` in the
 * shop's time zone.
 */
export function whyWaiting(
  facts: ReadinessFacts,
  { now, today }: { now: Date; today: string },
): WaitReason | null {
  if (facts.flags.some(blocksShipping)) return 'flagged'
  if (!facts.isServed) return 'not-served'
  if (facts.isHeld) return 'held'
  const isEarly =
    (facts.notBefore !== null && facts.notBefore > now) ||
    (facts.shipsFrom !== null && facts.shipsFrom > today)
  return isEarly ? 'not-yet' : null
}
