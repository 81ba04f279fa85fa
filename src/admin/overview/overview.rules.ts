import type { ReleaseState } from '#catalogue/wines/catalogue.rules.ts'
import type { OrderState } from '#payments/after-sale.rules.ts'
import { orderStates } from '#payments/after-sale.rules.ts'
import type { Span } from '#platform/list/span.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

/** How far back the overview shows sales, and new accounts and subscribers. */
export const [salesDays, growthMonths] = [30, 12] as const

/** The figures of the overview, as the database counts them. */
export type OverviewFigures = {
  /** The last `salesDays` of the shop's time zone, the oldest first. */
  sales: (Span & { orders: number; cents: Cents })[]
  /** The last `growthMonths`: new accounts and subscribers. */
  growth: (Span & { customers: number; subscribers: number })[]
  /** The newest releases that are no drafts: orders with a wine of it, cases, wine alone in cents. */
  releases: { id: string; name: string; orders: number; cases: number; cents: Cents }[]
  orders: number
  /** Orders in other states than paid. */
  moved: Partial<Record<OrderState, number>>
  wines: {
    id: string
    title: string
    subtitle: string
    state: ReleaseState
    sold: number
    held: number
    /** Null is unlimited. */
    left: number | null
  }[]
  customers: number
  /** On the mailing list now. */
  subscribers: number
  flagged: number
  /** Open ones. */
  requests: number
  emails: { waiting: number; failed: number; overdueSeconds: number }
  jobs: { waiting: number; failed: number }
  unsettledEvents: number
  /** The last one that ended. */
  reconciliation: { at: string; differences: number | null; hasFailed: boolean } | null
}

/** The number of orders in each state. */
export function ordersByState({
  orders,
  moved,
}: Pick<OverviewFigures, 'orders' | 'moved'>): { state: OrderState; orders: number }[] {
  const others = Object.values(moved).reduce((sum, count) => sum + count, 0)
  return orderStates.map((state) => ({
    state,
    orders: state === 'paid' ? orders - others : (moved[state] ?? 0),
  }))
}

/** Seconds after which a waiting email needs a look. */
const longestWait = 15 * 60

export type Health = 'well' | 'look'

/** The health of mail, payments and queue. */
export function healthOf(
  figures: Pick<OverviewFigures, 'emails' | 'jobs' | 'reconciliation'>,
): Record<'mail' | 'payments' | 'queue', Health> {
  const { emails, jobs, reconciliation } = figures
  const differs = reconciliation && (reconciliation.hasFailed || reconciliation.differences !== 0)
  return {
    mail: emails.failed > 0 || emails.overdueSeconds > longestWait ? 'look' : 'well',
    payments: differs ? 'look' : 'well',
    queue: jobs.failed > 0 ? 'look' : 'well',
  }
}
