/** Why a typed hour is refused: not a date and hour at all, or one that the clocks skip. */
export type WhyNoHour = 'not-an-hour' | 'skipped'

export type TypedHour = { ok: true; at: Date } | { ok: false; reason: WhyNoHour }

const typed = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::00)?$/

/**
 * The moment of an hour that was typed in a time zone, as `2027-03-14T09:00`. An hour that the
 * clocks skip in spring is refused; one that comes twice in autumn means the first.
 */
export function readHour(text: string, timeZone: string): TypedHour {
  const parts = typed.exec(text.trim())
  if (!parts) return { ok: false, reason: 'not-an-hour' }
  const [year, month, day, hour, minute] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const isReal = new Date(wall).toISOString().startsWith(`${parts.slice(1, 4).join('-')}T`)
  if (!isReal || hour > 23 || minute > 59) return { ok: false, reason: 'not-an-hour' }
  // The zone's offsets around that hour: before and after a change of the clocks.
  const offsets = [wall - day24, wall + day24].map((at) => offsetOf(at, timeZone))
  const moments = offsets
    .map((offset) => wall - offset)
    .filter((at) => at + offsetOf(at, timeZone) === wall)
  return moments.length === 0
    ? { ok: false, reason: 'skipped' }
    : { ok: true, at: new Date(Math.min(...moments)) }
}

const day24 = 24 * 60 * 60 * 1_000

/** The hour of a moment as a form shows it: `2027-03-14T09:00`. */
export function hourOf(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetOf(at.getTime(), timeZone)).toISOString().slice(0, 16)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which the zone's clocks are ahead of UTC at a moment. */
function offsetOf(at: number, timeZone: string): number {
  const known = formatters.get(timeZone)
  const formatter =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  if (!known) formatters.set(timeZone, formatter)
  const shown = Object.fromEntries(
    formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const wall = Date.UTC(
    shown.year,
    shown.month - 1,
    shown.day,
    shown.hour,
    shown.minute,
    shown.second,
  )
  return wall - Math.floor(at / 1_000) * 1_000
}
