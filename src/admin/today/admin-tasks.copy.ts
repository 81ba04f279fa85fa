import { adminParts } from '#platform/admin/parts.rules.ts'
import type { TaskKind } from './tasks.rules.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

export const tasksCopy = {
  title: adminParts.today.title,
  none: 'All done.',
  nothing: 'Nothing waits for you.',
  next: {
    'pickup-today': (number) => `Next: pickup of ${shipmentNumber(number ?? 0)},`,
    'hold-ends': () => 'Next: a shipment hold ends,',
    'grant-lapses': (number) => `Next: the grant of ${requestNumber(number ?? 0)} lapses,`,
    'erasure-overdue': (number) => `Next: data request ${number ?? ''} is due,`,
  } satisfies Partial<Record<TaskKind, (number: number | null) => string>>,
  summary: (count: number, isMore: boolean) =>
    isMore
      ? `more than ${count.toLocaleString('en-US')} things to do`
      : count === 1
        ? '1 thing to do'
        : `${count.toLocaleString('en-US')} things to do`,
  intro:
    'Everything that waits for someone with your duties, the oldest first. A task closes by itself once it is done where its button leads.',
  due: 'Due',
  overdue: 'Was due',
  taken: (by: string, ago: string) => `taken by ${by} ${ago}`,
  own: (ago: string) => `taken by you ${ago}`,
  giveBack: 'Give back',
  giveBackOf: (title: string) => `Give back: ${title}`,
  closed: 'This is already done, or no longer needed.',
  takenNow: (by: string) =>
    `${by} is working on this. You may still open it; what both of you change is saved only once.`,
  returned: 'Given back.',
  overview: {
    open: (count: number) => (count === 1 ? 'thing to do' : 'things to do'),
    overdue: 'overdue',
    today: 'due within a day',
  },
} as const

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['min', 60_000],
] as const

/** How long ago, in the largest whole unit: `3 days`, `2 hours`, `5 min`; `now` within a minute. */
export function ageOf(since: Date, now: Date): string {
  const millis = Math.max(0, now.getTime() - since.getTime())
  const [unit, size] = units.find(([, length]) => millis >= length) ?? units[2]
  const figure = Math.floor(millis / size)
  if (figure === 0) return 'now'
  return `${figure} ${unit}${figure === 1 || unit === 'min' ? '' : 's'}`
}

/** `3 min ago`, `just now` */
export function agoOf(at: Date, now: Date): string {
  const age = ageOf(at, now)
  return age === 'now' ? 'just now' : `${age} ago`
}
