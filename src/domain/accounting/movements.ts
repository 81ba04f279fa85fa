/** What moves what the provider owes us; every movement is one of these. */
export const movementKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type MovementKind = (typeof movementKinds)[number]
