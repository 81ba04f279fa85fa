import type { Duty } from '#platform/access/duties.rules.ts'
import { dutiesIn } from '#platform/access/duties.rules.ts'

export const dutyName = {
  owner: 'Owner',
  releases: 'Releases',
  shipping: 'Shipping',
  support: 'Support',
  compliance: 'Compliance',
  emails: 'Emails',
  accounting: 'Accounting',
} as const satisfies Record<Duty, string>

export const dutyNames = (duties: readonly Duty[]): string =>
  dutiesIn(duties)
    .map((duty) => dutyName[duty])
    .join(', ') || 'None'
