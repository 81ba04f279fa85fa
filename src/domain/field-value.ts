import { flagName, refundFailure } from './copy/admin-orders.ts'
import { recordCopy } from './copy/records.ts'
import { levelName } from './people/membership.ts'
import { formatAmount } from './money.ts'
import { stateName } from './us-states.ts'

/** What a field of a record holds, in words: empty is nothing, a box is yes or no. */
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
  if (field === 'state' || field === 'xstate') return stateName(String(value))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
