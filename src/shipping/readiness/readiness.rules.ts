import type { FlagReason } from '#payments/after-sale.rules.ts'

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
  /** Whether wine may go to the address today; true for a pickup. */
  isServed: boolean
}

/** Flags about one delivery, which do not hold back other shipments of the order. */
const aboutDeliveries: ReadonlySet<FlagReason> = new Set([
  'delivered-unsigned',
  'second-attempt',
  'return-contradicts',
  'return-unanswered',
  'collect-returned',
  'return-refund-waits',
  'shipment-lost',
  'shipment-damaged',
  'refund-after-handover',
  'reshipment-not-served',
  'difference-not-served',
  'evidence-refused',
])

export const blocksShipping = (flag: FlagReason): boolean =>
  // The check of the address below raises this one itself, and it ends with a served address.
  flag !== 'no-longer-served' && !aboutDeliveries.has(flag)

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
