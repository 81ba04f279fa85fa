import { useDates } from '../text/dates.tsx'
import { readSpan } from './span.rules.ts'

type Props = { span: string | undefined; words: (when: string) => string }

const longestDay = 26 * 60 * 60 * 1000

/** Says which day or month a list is narrowed to. */
export function SpanNote({ span, words }: Props) {
  const dates = useDates()
  const read = span ? readSpan(span) : null
  if (!read) return null
  const from = new Date(read.from)
  const isDay = Date.parse(read.to) - from.getTime() < longestDay
  return <p>{words(isDay ? dates.day(from) : dates.month(from))}</p>
}
