/** Waiting time of a change whose old mailbox is lost, and when notices are sent, in hours. */
export const lostMailboxHours = { waiting: 72, notices: [24, 48] } as const
