/** Feature switches that staff turn on; all are off by default. */
export const switches = [
  /** Customers see their requests, and staff answer them here. */
  'answer-requests',
  /** Customers may sign in by a link sent to their address. */
  'sign-in-by-email',
  /** All staff need a second factor. */
  'second-factor-required',
  /** Owners are notified of alarms by email. */
  'operations-alerts',
] as const
export type Switch = (typeof switches)[number]
