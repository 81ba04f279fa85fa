import * as z from 'zod/mini'

import {
  licenceHolders,
  reportPeriods,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { licences } from '#catalogue/destinations/state-rules/tables.ts'
import type { Checked } from '#platform/form/field-rules.rules.ts'
import { checkFields, ifGiven, least, line, most } from '#platform/form/field-rules.rules.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'
import { isCalendarDay } from '#platform/text/dates.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

type Row = typeof licences.$inferSelect

/** The form of a new license, as staff type it. */
export const emptyLicence = {
  holder: '',
  state: '',
  kind: '',
  number: '',
  from: '',
  /** Its last day. */
  until: '',
  /** Empty where none is due. */
  reportsEvery: '',
  reportsDueDay: '',
  coveredBy: '',
}

export type LicenceFields = typeof emptyLicence

export const licenceFields = Object.keys(emptyLicence) as (keyof LicenceFields)[]

/** Most characters of each text. */
export const longest = { kind: 80, number: 60, coveredBy: 300 } as const

const says = {
  holder: 'Please choose who holds it.',
  state: 'Please choose a state that wine is shipped to.',
  kind: 'Please say what kind of license it is.',
  number: 'Please type its number.',
  day: 'Please choose a day.',
  noDay: 'This is not a day.',
  untilBefore: 'Its last day is before its first day.',
  reportsEvery: 'Please choose how often, or leave the day empty.',
  reportsDueDay: 'A day of the month from 1 to 31, please.',
  tooLong: (longestText: number) => `At most ${longestText} characters, please.`,
}

const filled = (sentence: string, longestText: number) =>
  line().check(least(1, sentence), most(longestText, says.tooLong(longestText)))

const day = () => line().check(least(1, says.day), ifGiven(isCalendarDay, says.noDay))

const isDayOfMonth = (typed: string) => /^\d{1,2}$/.test(typed) && +typed >= 1 && +typed <= 31

const schemaIn = (states: readonly string[]) =>
  z.object({
    holder: line().check(z.refine((typed) => isOneOf(licenceHolders, typed), says.holder)),
    state: line().check(z.refine((typed) => states.includes(typed), says.state)),
    kind: filled(says.kind, longest.kind),
    number: filled(says.number, longest.number),
    from: day(),
    until: day(),
    reportsEvery: line().check(
      ifGiven((typed) => isOneOf(reportPeriods, typed), says.reportsEvery),
    ),
    reportsDueDay: line().check(ifGiven(isDayOfMonth, says.reportsDueDay)),
    coveredBy: line().check(most(longest.coveredBy, says.tooLong(longest.coveredBy))),
  })

/** Checks the form as typed; `states` are those that wine is shipped to, and that of the license itself. */
export function checkLicence(
  values: LicenceFields,
  states: readonly string[],
): Checked<LicenceFields> {
  const checked = checkFields<LicenceFields>(schemaIn(states), values)
  const errors = checked.ok ? {} : { ...checked.errors }
  const [from, until, every, dueDay] = (
    ['from', 'until', 'reportsEvery', 'reportsDueDay'] as const
  ).map((name) => values[name].trim()) as [string, string, string, string]
  if (isCalendarDay(from) && isCalendarDay(until) && until < from) errors.until = says.untilBefore
  if (every !== '' && dueDay === '') errors.reportsDueDay ??= says.reportsDueDay
  if (every === '' && dueDay !== '') errors.reportsEvery ??= says.reportsEvery
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  const { fields } = checked
  // As the form shows it again, so that `07` and `7` are equal.
  return { ok: true, fields: { ...fields, reportsDueDay: fields.reportsDueDay.replace(/^0/, '') } }
}

/** The form as posted; a field that was not sent is empty. */
export const readLicence = (form: FormData): LicenceFields => textsOf(form, licenceFields)

/** The columns of checked fields. */
export const columnsOfLicence = (fields: LicenceFields) => ({
  ...fields,
  holder: fields.holder as Row['holder'],
  reportsEvery: (fields.reportsEvery || null) as Row['reportsEvery'],
  reportsDueDay: fields.reportsDueDay === '' ? null : Number(fields.reportsDueDay),
})

/** The columns of a license as its form shows them. */
export const fieldsOfLicence = (row: Pick<Row, keyof LicenceFields>): LicenceFields => ({
  holder: row.holder,
  state: row.state,
  kind: row.kind,
  number: row.number,
  from: row.from,
  until: row.until,
  reportsEvery: row.reportsEvery ?? '',
  reportsDueDay: row.reportsDueDay === null ? '' : String(row.reportsDueDay),
  coveredBy: row.coveredBy,
})
