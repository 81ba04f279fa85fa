/** Dates as people in the US read them, in the shop's time zone (`SHOP_TIME_ZONE`). */
export type ShopDates = {
  /** `11/20/2026` */
  day(date: Date): string
  /** `Nov 24`, where the year is known. */
  shortDay(date: Date): string
  /** `Nov 2026` */
  month(date: Date): string
  /** `November 20, 2026` */
  longDay(date: Date): string
  /** `11/20/2026, 3:04 PM PST`: where an hour is shown, so is the zone. */
  moment(date: Date): string
  /** `November 20, 2026 at 3:04 PM PST`, for sentences. */
  longMoment(date: Date): string
  /** `Friday, November 20`, for days in the near future. */
  weekday(date: Date): string
  /** `March 9`, for days of this year. */
  monthDay(date: Date): string
  /** `3:04 PM PST` */
  time(date: Date): string
  /** `3:04:05 PM PST`, for live figures. */
  second(date: Date): string
  /** `Fri, March 12, 5:00 PM PST`, for moments of this year. */
  weekdayMoment(date: Date): string
  /** `2026-11-20`, for file names. */
  isoDay(date: Date): string
  /** `3:04 PM`, where day and zone are shown beside it. */
  hour(date: Date): string
}

/** Whether a text is a valid day such as `2026-11-20`; PostgreSQL has no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format().length > 0
  } catch {
    return false
  }
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The name of a month from 1 to 12. */
export const nameOfMonth = (month: number): string => months[month - 1]!

const nameOfWeekday = (year: number, month: number, day: number): string =>
  weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!

const made = new Map<string, ShopDates>()

/**
 * The formatter of a time zone, the same on the server, in the browser and in emails. It takes figures and the
 * zone's name from the locale's data and writes the rest itself: the words, the order and the spaces of
 * locales differ between engines, and a page would not be hydrated as it was served.
 */
export function shopDates(timeZone: string): ShopDates {
  const known = made.get(timeZone)
  if (known) return known
  const partsOf = partsIn(timeZone)
  const written = (write: (parts: Parts) => string) => (date: Date) => write(partsOf(date))
  const day = ({ year, month, date }: Parts) => `${month}/${date}/${year}`
  const monthDay = ({ month, date }: Parts) => `${nameOfMonth(month)} ${date}`
  const longDay = (parts: Parts) => `${monthDay(parts)}, ${parts.year}`
  const weekday = ({ year, month, date }: Parts) => nameOfWeekday(year, month, date)
  const half = ({ hour }: Parts) => (hour < 12 ? 'AM' : 'PM')
  const clock = ({ hour, minute }: Parts) => `${hour % 12 || 12}:${minute}`
  const time = (parts: Parts) => `${clock(parts)} ${half(parts)} ${parts.zone}`
  const dates: ShopDates = {
    day: written(day),
    shortDay: written(({ month, date }) => `${nameOfMonth(month).slice(0, 3)} ${date}`),
    month: written(({ year, month }) => `${nameOfMonth(month).slice(0, 3)} ${year}`),
    longDay: written(longDay),
    moment: written((parts) => `${day(parts)}, ${time(parts)}`),
    longMoment: written((parts) => `${longDay(parts)} at ${time(parts)}`),
    weekday: written((parts) => `${weekday(parts)}, ${monthDay(parts)}`),
    monthDay: written(monthDay),
    time: written(time),
    second: written((parts) => `${clock(parts)}:${parts.second} ${half(parts)} ${parts.zone}`),
    weekdayMoment: written(
      (parts) => `${weekday(parts).slice(0, 3)}, ${monthDay(parts)}, ${time(parts)}`,
    ),
    hour: written((parts) => `${clock(parts)} ${half(parts)}`),
    isoDay: written(
      ({ year, month, date }) =>
        `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`,
    ),
  }
  made.set(timeZone, dates)
  return dates
}

const twoDigits = (figure: number) => String(figure).padStart(2, '0')

/** A moment as a calendar and a clock of 24 hours show it in a time zone. */
type Parts = {
  year: number
  /** From 1 to 12. */
  month: number
  date: number
  hour: number
  /** With two digits. */
  minute: string
  second: string
  /** Such as `PST`. */
  zone: string
}

function partsIn(timeZone: string): (moment: Date) => Parts {
  const zoneAt = zonesOf(timeZone)
  return (moment) => {
    const { ahead, name } = zoneAt(moment.getTime())
    const local = new Date(moment.getTime() + ahead)
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      date: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: twoDigits(local.getUTCMinutes()),
      second: twoDigits(local.getUTCSeconds()),
      zone: name,
    }
  }
}

/** The name of a zone at a moment, and the milliseconds by which its clocks are ahead of UTC. */
type Zone = { name: string; ahead: number }

/** Clocks are changed at a quarter of an hour. */
const quarter = 15 * 60 * 1_000
const mostQuarters = 10_000

const zones = new Map<string, (at: number) => Zone>()

/** Kept by the quarter of an hour, which takes a tenth of the time of asking for each date. */
export function zonesOf(timeZone: string): (at: number) => Zone {
  const asked = zones.get(timeZone)
  if (asked) return asked
  const formatter = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const),
    timeZone,
    timeZoneName: 'short',
  })
  const kept = new Map<number, Zone>()
  const zoneAt = (at: number) => {
    const nth = Math.floor(at / quarter)
    const known = kept.get(nth)
    if (known) return known
    const parts = formatter.formatToParts(nth * quarter)
    const part = new Map(parts.map(({ type, value }) => [type, value]))
    const figure = (type: keyof Intl.DateTimeFormatPartTypesRegistry) => Number(part.get(type))
    const local = new Date(0)
    local.setUTCFullYear(figure('year'), figure('month') - 1, figure('day'))
    local.setUTCHours(figure('hour'), figure('minute'), figure('second'))
    const zone = { name: part.get('timeZoneName')!, ahead: local.getTime() - nth * quarter }
    if (kept.size >= mostQuarters) kept.clear()
    kept.set(nth, zone)
    return zone
  }
  zones.set(timeZone, zoneAt)
  return zoneAt
}

/** The figures of `1981-04-12`; null of other text. */
function figuresOf(text: string): [year: number, month: number, day: number] | null {
  if (!isCalendarDay(text)) return null
  const [year, month, day] = text.split('-').map(Number)
  return [year!, month!, day!]
}

/** A date without time or zone: `1981-04-12` → `April 12, 1981`; other text is returned as it is. */
export function writtenDate(text: string): string {
  const figures = figuresOf(text)
  return figures ? `${nameOfMonth(figures[1])} ${figures[2]}, ${figures[0]}` : text
}

/** A date without time or zone as staff read it: `2026-11-20` → `11/20/2026`; other text is returned as it is. */
export function numericDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : text
}

/** A calendar day without time or zone: `2026-11-20` → `Friday, November 20`; other text is returned as it is. */
export function writtenWeekday(isoDay: string): string {
  const figures = figuresOf(isoDay)
  if (!figures) return isoDay
  return `${nameOfWeekday(...figures)}, ${nameOfMonth(figures[1])} ${figures[2]}`
}
