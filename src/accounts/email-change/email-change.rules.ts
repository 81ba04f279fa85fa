/** Waiting time of a change whose old mailbox is lost, and when notices are sent, in hours. */
export const lostMailboxHours = { waiting: 72, notices: [24, 48] } as const

/** How long Security says that a change came to nothing after these hours, as the new address was taken meanwhile. */
export const takenShownDays = 14
