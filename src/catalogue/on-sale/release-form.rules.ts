import { isCalendarDay } from '#platform/text/dates.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import type { WhyNoHour } from '#platform/text/typed-hour.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import type { Promised, ReleaseKind, Season } from './release.rules.ts'
import { promises, releaseKinds, seasons } from './release.rules.ts'

/** Most characters of each text of a release. */
export const releaseTexts = {
  name: 60,
  banner: 60,
  announcement: 120,
  text: 1_000,
} as const

/** A release is planned at most so many days ahead. */
export const maxDaysAhead = 400

export const maxWaves = 10
export const maxWaveName = 60

/** The fields of the Texts page, as they are typed. */
export const textFields = [
  'name',
  'season',
  'year',
  'kind',
  'promise',
  'banner',
  'announcement',
  'text',
  'shipsFrom',
  'shipsUntil',
] as const

/** The fields of the Waves page besides the waves. */
export const hourFields = ['opensAt', 'closesAt', 'promiseUntil'] as const

/** A release as its forms are typed; hours as `2027-03-12T09:00` in the shop's time zone. */
export type TypedRelease = Record<
  (typeof textFields)[number] | (typeof hourFields)[number],
  string
> & { waves: readonly TypedWave[] }

/** A wave with an id exists already. */
export type TypedWave = { id: string | null; name: string; opensAt: string }

export type ReleaseFields = {
  name: string
  season: Season
  year: number
  banner: string
  announcement: string
  text: string
  kind: ReleaseKind
  promise: Promised | null
  opensAt: Date
  closesAt: Date
  promiseUntil: Date | null
  /** As `2027-03-20`, or null. */
  shipsFrom: string | null
  shipsUntil: string | null
  waves: Wave[]
}

export type Wave = { id: string | null; name: string; opensAt: Date }

/** Why a field of the form is refused. */
export type ReleaseProblem =
  | 'required'
  | 'too-long'
  | 'not-offered'
  | 'not-a-year'
  | 'not-a-day'
  | 'too-far-ahead'
  | 'closing-before-opening'
  | 'closing-is-an-end'
  | 'closing-before-last-wave'
  | 'promise-after-closing'
  | 'promise-before-last-wave'
  | 'wave-before-opening'
  | 'no-wave'
  | 'too-many-waves'
  | 'same-name'
  | 'shipping-until-before-from'
  | WhyNoHour

/** By field; of a wave `waves.0.name`. */
export type ReleaseErrors = Partial<Record<string, ReleaseProblem>>

export type CheckedRelease =
  | { ok: true; fields: ReleaseFields }
  | { ok: false; errors: ReleaseErrors }

/** Checks the form of a release, each field at its place. `now` bounds how far ahead it may be. */
export function checkRelease(
  typed: TypedRelease,
  { timeZone, now }: { timeZone: string; now: Date },
): CheckedRelease {
  const errors: ReleaseErrors = {}
  const refuse = (field: string, problem: ReleaseProblem) => {
    errors[field] ??= problem
    return null
  }
  const text = (field: keyof typeof releaseTexts) => {
    const value = typed[field].replaceAll('\r\n', '\n').trim()
    if (value.length > releaseTexts[field]) refuse(field, 'too-long')
    return value
  }
  const hour = (field: string, value: string): Date | null => {
    if (value.trim() === '') return refuse(field, 'required')
    const read = readHour(value, timeZone)
    if (!read.ok) return refuse(field, read.reason)
    const daysAhead = (read.at.getTime() - now.getTime()) / 86_400_000
    return daysAhead > maxDaysAhead ? refuse(field, 'too-far-ahead') : read.at
  }
  const day = (field: 'shipsFrom' | 'shipsUntil'): string | null => {
    const value = typed[field].trim()
    if (value === '') return null
    return isCalendarDay(value) ? value : refuse(field, 'not-a-day')
  }

  const name = text('name')
  if (name === '') refuse('name', 'required')
  const year = Number(typed.year)
  if (!/^20\d\d$/.test(typed.year.trim())) refuse('year', 'not-a-year')
  const { season, kind } = typed
  if (!isOneOf(seasons, season)) refuse('season', 'not-offered')
  if (!isOneOf(releaseKinds, kind)) refuse('kind', 'not-offered')
  const promise = kind === 'allocated' && isOneOf(promises, typed.promise) ? typed.promise : null
  if (kind === 'allocated' && promise === null) refuse('promise', 'not-offered')

  const opensAt = hour('opensAt', typed.opensAt)
  const closesAt = hour('closesAt', typed.closesAt)
  const promiseUntil =
    kind === 'allocated' && typed.promiseUntil.trim() !== ''
      ? hour('promiseUntil', typed.promiseUntil)
      : null
  const waves = typed.waves.map(({ id, name: typedName, opensAt: typedHour }, index) => {
    const trimmed = typedName.trim()
    const at = `waves.${index}`
    if (trimmed === '') refuse(`${at}.name`, 'required')
    if (trimmed.length > maxWaveName) refuse(`${at}.name`, 'too-long')
    // A file of allocations names them in capital or small letters.
    const key = trimmed.toLowerCase()
    const isSame = (wave: TypedWave) => wave.name.trim().toLowerCase() === key
    const isTwice = typed.waves.findIndex(isSame) < index
    if (isTwice) refuse(`${at}.name`, 'same-name')
    const opens = hour(`${at}.opensAt`, typedHour)
    if (opens && opensAt && opens < opensAt) refuse(`${at}.opensAt`, 'wave-before-opening')
    return { id, name: trimmed, opensAt: opens }
  })
  if (waves.length === 0) refuse('waves', 'no-wave')
  if (waves.length > maxWaves) refuse('waves', 'too-many-waves')
  const lastWave = waves.reduce<Date | null>(
    (last, { opensAt: at }) => (at && (!last || at > last) ? at : last),
    null,
  )
  if (opensAt && closesAt && closesAt <= opensAt) refuse('closesAt', 'closing-before-opening')
  if (lastWave && closesAt && closesAt <= lastWave) refuse('closesAt', 'closing-before-last-wave')
  if (promiseUntil && closesAt && promiseUntil > closesAt)
    refuse('promiseUntil', 'promise-after-closing')
  if (promiseUntil && lastWave && promiseUntil <= lastWave)
    refuse('promiseUntil', 'promise-before-last-wave')
  const shipsFrom = day('shipsFrom')
  const shipsUntil = day('shipsUntil')
  if (shipsFrom && shipsUntil && shipsUntil < shipsFrom)
    refuse('shipsUntil', 'shipping-until-before-from')

  const fields = {
    name,
    season,
    year,
    banner: text('banner'),
    announcement: text('announcement'),
    text: text('text'),
    kind,
    promise,
    opensAt,
    closesAt,
    promiseUntil,
    shipsFrom,
    shipsUntil,
    waves,
  }
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, fields: fields as ReleaseFields }
}
