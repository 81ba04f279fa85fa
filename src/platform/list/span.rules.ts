import { isCalendarDay } from '../text/dates.rules.ts'

/** A half-open span of time; its ends in ISO 8601. */
export type Span = { from: string; to: string }

/** A span as a list's filter has it: both ends, `--` between them. */
export const spanParam = ({ from, to }: Span): string => `${from}--${to}`

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Reads such a filter; null for anything else. */
export function readSpan(text: string): Span | null {
  const [from = '', to = ''] = text.split('--')
  const isMoment = (end: string) =>
    moment.test(end) && isCalendarDay(end.slice(0, 10)) && !Number.isNaN(Date.parse(end))
  const isWhole = isMoment(from) && isMoment(to)
  return isWhole ? { from, to } : null
}
