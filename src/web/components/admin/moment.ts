/** By the clock of the country the shop sells in, the same on server and page. */
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** `11/20/2026, 3:04 PM EST` */
export const momentOf = (date: Date): string => format.format(date)
