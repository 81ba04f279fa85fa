import type { Duty } from './duties.rules.ts'
import { dutiesIn } from './duties.rules.ts'

/** Each duty: its name, and what it is for. */
export const dutyWords = {
  owner: ['Owner', 'everything'],
  releases: ['Releases', 'wines, stock and releases'],
  shipping: ['Shipping', 'shipments'],
  support: ['Support', 'orders, refunds, requests, customers and subscribers'],
  compliance: ['Compliance', 'rules of states, licenses, records and reports'],
  emails: ['Emails', 'campaigns, and emails that failed'],
  accounting: ['Accounting', 'reconciliation and months'],
} as const satisfies Record<Duty, readonly [name: string, hint: string]>

export const dutyNames = (duties: readonly Duty[]): string =>
  dutiesIn(duties)
    .map((duty) => dutyWords[duty][0])
    .join(', ') || 'None'
