/** Orders are dated by the clock of the country they are sold in, the same on server and page. */
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** `11/20/2026` */
export const shortDate = (date: Date): string => format.format(date)

const written = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** `1981-04-12` → `April 12, 1981`; what is no date is shown as it stands. */
export function writtenDate(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? text : written.format(date)
}
