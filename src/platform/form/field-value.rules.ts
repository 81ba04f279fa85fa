import type { Duty } from '../access/duties.rules.ts'
import { dutyNames } from '#admin/staff/admin-people.copy.ts'
import { flagName, refundFailure } from '#orders/flags/order-flags.copy.ts'
import { soldWines } from '#catalogue/wines/sold-wines.rules.ts'
import { emailStates } from '#mail/admin-emails.copy.ts'
import { recordCopy } from './fields.copy.ts'
import { userCopy } from '#privacy/people/user.copy.ts'
import { levelName } from '#accounts/account/membership.rules.ts'
import { formatAmount } from '../text/money.rules.ts'
import { stateName } from '../text/us-states.rules.ts'

/** The value of a record's field as text for staff: a box is yes or no. */
export function fieldValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return recordCopy.nothing
  if (typeof value === 'boolean') return value ? recordCopy.yes : recordCopy.no
  if (field === 'membershipLevel') {
    const name = levelName(Number(value))
    return name ? `${String(value)} (${name})` : String(value)
  }
  if (field.endsWith('Cents')) return formatAmount(Number(value))
  if (field === 'flag' && Object.hasOwn(flagName, String(value))) {
    return flagName[value as keyof typeof flagName]
  }
  if (field === 'failure') return refundFailure(String(value))
  if (field === 'role') return wordOf(userCopy.facts.roles, String(value))
  if (field === 'state' && Object.hasOwn(emailStates, String(value))) {
    return wordOf(emailStates, String(value))
  }
  if (field === 'state' || field === 'xstate') return stateName(String(value))
  if (field === 'duties' && Array.isArray(value)) return dutyNames(value as Duty[])
  if (field === 'stockBack' && typeof value === 'object') return stockBack(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const wordOf = (words: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(words, key) ? words[key]! : key

/** Units by product: `2 × 2022 Malbec, 3-pack of 750ml`. */
const stockBack = (units: object): string =>
  Object.entries(units as Record<string, number>)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => {
      const name = Object.hasOwn(soldWines, id) ? soldWines[id as keyof typeof soldWines].name : id
      return `${count} × ${name}`
    })
    .join(', ') || recordCopy.nothing
