export const dataRequestKinds = ['export', 'erasure'] as const
export type DataRequestKind = (typeof dataRequestKinds)[number]

/** When staff are reminded of a request that is not done, in days; the usual legal limit is 45. */
export const dataRequestReminderDays = 30
