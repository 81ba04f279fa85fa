import type {
  LicenceHolder,
  ReportPeriod,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

export const holderName = {
  business: 'The business',
  shipper: 'Its shipper',
} as const satisfies Record<LicenceHolder, string>

export const reportPeriodName = {
  month: 'Every month',
  quarter: 'Every quarter',
  'half-year': 'Every half-year',
  year: 'Every year',
} as const satisfies Record<ReportPeriod, string>

/** Days before the end of a license at which staff are reminded of it, the last one first. */
export const remindersBefore = [3, 14, 45] as const
export const firstReminder = remindersBefore[2]

/** The reminder that is due so many days before the end; null while none is. */
export const reminderDue = (daysLeft: number): (typeof remindersBefore)[number] | null =>
  remindersBefore.find((days) => daysLeft <= days) ?? null

/** A license on a day of its state's own time. */
export type LicenceNow = {
  state: string
  from: string
  until: string
  coveredBy: string
  /** Until its last day: 0 on it, less once it has ended. */
  daysLeft: number
  hasBegun: boolean
  /** It has ended, and no order may be sent to its state. */
  isSuspending: boolean
  /** It would suspend its state with the day after its last one. */
  isUnfollowed: boolean
}

/** How a license stands, in a few words; `isBad` where staff have to do something. */
export function standingOf(licence: LicenceNow): { words: string; isBad: boolean } {
  const { state, from, coveredBy, daysLeft, hasBegun, isSuspending, isUnfollowed } = licence
  if (isSuspending) return { words: `Ended: ${stateName(state)} is suspended`, isBad: true }
  const covered = coveredBy && `covered by ${coveredBy}`
  if (daysLeft < 0) {
    return { words: covered ? `Ended, ${covered}` : 'Ended, another one is valid', isBad: false }
  }
  if (!hasBegun) return { words: `Begins on ${numericDay(from)}`, isBad: false }
  if (daysLeft > firstReminder) return { words: 'Valid', isBad: false }
  const ends = daysLeft === 0 ? 'Ends today' : `Ends in ${plural(daysLeft, 'day')}`
  if (isUnfollowed) return { words: ends, isBad: true }
  return { words: `${ends}, ${covered || 'another one follows'}`, isBad: false }
}

/** `Every month, on day 20`; null where no report is due. */
export const reportsDueText = (every: ReportPeriod | null, day: number | null): string | null =>
  every === null ? null : `${reportPeriodName[every]}, on day ${day}`
