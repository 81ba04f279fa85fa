import { isCalendarDay, zonesOf } from './dates.rules.ts'

/** Why a typed time is refused: invalid, or skipped by a daylight-saving change. */
export type WhyNoHour = 'not-an-hour' | 'skipped'

type TypedHour = { ok: true; at: Date } | { ok: false; reason: WhyNoHour }

const typed = /^([1-9]\d{3}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::00)?$/

/**
 * The moment of a local time such as `2027-03-14T09:00` in a time zone. A time that the clocks skip in
 * spring is refused; of one that occurs twice in autumn the first is meant.
 */
export function readHour(text: string, timeZone: string): TypedHour {
  const [, day, hour, minute] = typed.exec(text.trim()) ?? []
  if (!day || !isCalendarDay(day) || Number(hour) > 23 || Number(minute) > 59) {
    return { ok: false, reason: 'not-an-hour' }
  }
  const wall = Date.parse(`${day}T${hour}:${minute}Z`)
  // The zone's offsets a day before and after, which differ around a daylight-saving change.
  const offsets = [wall - day24, wall + day24].map((at) => offsetOf(at, timeZone))
  const moments = offsets
    .map((offset) => wall - offset)
    .filter((at) => at + offsetOf(at, timeZone) === wall)
  return moments.length === 0
    ? { ok: false, reason: 'skipped' }
    : { ok: true, at: new Date(Math.min(...moments)) }
}

/**
 * The first moment of a day such as `2027-03-14` in a time zone: not midnight where the clocks skip that. Null
 * for what is no day.
 */
export function beginningOf(day: string, timeZone: string): Date | null {
  for (const time of ['00:00', '00:30', '01:00']) {
    const read = readHour(`${day}T${time}`, timeZone)
    if (read.ok) return read.at
  }
  return null
}

/** The last moment of the day of a moment, which has 23 or 25 hours where the clocks change. */
export function endOfDay(at: Date, timeZone: string): Date {
  const noon = Date.parse(`${hourOf(at, timeZone).slice(0, 10)}T12:00Z`)
  const next = hourOf(new Date(noon + day24), 'UTC').slice(0, 10)
  return new Date(beginningOf(next, timeZone)!.getTime() - 1)
}

const day24 = 24 * 60 * 60 * 1_000

/** The local time of a moment as a form shows it: `2027-03-14T09:00`. */
export function hourOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetOf(at.getTime(), timeZone)).toISOString().slice(0, 16)
}

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
const offsetOf = (at: number, timeZone: string): number => zonesOf(timeZone)(at).ahead

/** Whose hours are typed, as staff say it: `Los Angeles time` of `America/Los_Angeles`. */
export const zoneName = (timeZone: string): string =>
  `${timeZone.split('/').at(-1)!.replaceAll('_', ' ')} time`
