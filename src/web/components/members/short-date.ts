/** Orders are dated by the clock of the country they are sold in, the same on server and page. */
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/** `11/20/2026` */
export const shortDate = (date: Date): string => format.format(date)
