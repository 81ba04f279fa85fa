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

const made = new Map<string, ShopDates>()

/** The formatter of a time zone, the same on the server, in the browser and in emails. */
export function shopDates(timeZone: string): ShopDates {
  const known = made.get(timeZone)
  if (known) return known
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    return (date: Date) => formatter.format(date)
  }
  const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const longDay = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const shortWeekday = format({ weekday: 'short', month: 'long', day: 'numeric' })
  const hour = format(time)
  const dates: ShopDates = {
    day: format(day),
    shortDay: format({ month: 'short', day: 'numeric' }),
    month: format({ year: 'numeric', month: 'short' }),
    longDay: format(longDay),
    moment: format({ ...day, ...time }),
    longMoment: format({ ...longDay, ...time }),
    weekday: format({ weekday: 'long', month: 'long', day: 'numeric' }),
    monthDay: format({ month: 'long', day: 'numeric' }),
    time: format(time),
    second: format({ ...time, second: '2-digit' }),
    weekdayMoment: (date) => `${shortWeekday(date)}, ${hour(date)}`,
    hour: format({ hour: 'numeric', minute: '2-digit' }),
    isoDay: isoDayIn(timeZone),
  }
  made.set(timeZone, dates)
  return dates
}

/** From the parts of a date: the order in which a locale writes them differs between engines. */
function isoDayIn(timeZone: string): (date: Date) => string {
  const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const formatter = new Intl.DateTimeFormat('en-US', { ...numeric, timeZone })
  return (date) => {
    const parts = formatter.formatToParts(date)
    const part = (type: string) => parts.find((one) => one.type === type)!.value
    return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  }
}

const calendar = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** A date without time or zone: `1981-04-12` → `April 12, 1981`; other text is returned as it is. */
export function writtenDate(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? text : calendar.format(date)
}

/** A date without time or zone as staff read it: `2026-11-20` → `11/20/2026`; other text is returned as it is. */
export function numericDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year ? `${Number(month)}/${Number(day)}/${year}` : text
}

const nearCalendar = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** A calendar day without time or zone: `2026-11-20` → `Friday, November 20`. */
export const writtenWeekday = (isoDay: string): string =>
  nearCalendar.format(new Date(`${isoDay}T00:00:00Z`))
