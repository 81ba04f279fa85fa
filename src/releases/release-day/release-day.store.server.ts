import { sql } from 'drizzle-orm'

import { checkouts } from '#catalogue/tables.ts'
import { mails } from '#mail/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { ProcessReport } from '#platform/processes/process-report.rules.ts'
import { processReportsJson } from '#platform/processes/process-reports.store.server.ts'

/** Orders of a release, rehearsals left out. */
export type ReleaseSales = {
  orders: number
  /** Orders of the last 60 seconds. */
  lastMinute: number
  lastFiveMinutes: number
  /** Cases. */
  units: number
  /** Price of the wine without shipping and tax; refunds are not deducted. */
  wineCents: number
}

/** Sales of a release since it opened; the same wines may be sold by another one afterwards. */
export async function releaseSales(
  db: Queryable,
  releaseId: string,
  opensAt: Date,
): Promise<ReleaseSales> {
  const since = (span: string) =>
    sql`count(distinct orders.id) filter (where orders.created_at > now() - ${span}::interval)::int`
  const { rows } = await db.execute<ReleaseSales>(sql`
    select count(distinct orders.id)::int as orders,
      ${since('1 minute')} as "lastMinute", ${since('5 minutes')} as "lastFiveMinutes",
      coalesce(sum(order_lines.quantity), 0)::int as units,
      coalesce(sum(order_lines.quantity * order_lines.unit_price_cents), 0)::float8 as "wineCents"
    from orders
    join order_lines on order_lines.order_id = orders.id and order_lines.release_id = ${releaseId}
    where orders.created_at >= ${opensAt.toISOString()}::timestamptz and not orders.is_rehearsal`)
  return rows[0]!
}

/** Current figures of the service, independent of a release. */
export type ServiceFigures = {
  emailsLeft: number
  /** Seconds that the oldest unsent receipt has waited; null without one. */
  receiptsWaiting: number | null
  paymentPagesOpen: number
  processes: ProcessReport[]
}

/** The figures, in one query whose parts each use an index. */
export async function serviceFigures(db: Queryable): Promise<ServiceFigures> {
  const { rows } = await db.execute<{ figures: ServiceFigures }>(sql`
    select json_build_object(
      'emailsLeft', (select count(*) from ${mails} where state = 'queued')
        + (select count(*) from ${mails} where state = 'sending'),
      'receiptsWaiting', (select extract(epoch from now() - min(created_at)) from ${mails}
        where kind = 'order-confirmation' and state in ('queued', 'sending')),
      'paymentPagesOpen', (select count(*) from ${checkouts} where state = 'open'),
      'processes', ${processReportsJson}) as figures`)
  return rows[0]!.figures
}
