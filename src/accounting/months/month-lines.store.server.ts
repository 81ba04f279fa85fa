import { sql } from 'drizzle-orm'

import type { AmountPart } from '#catalogue/prices/amounts.rules.ts'
import { amounts, orderAmounts } from '#catalogue/prices/amounts.rules.ts'
import { checkouts } from '#catalogue/tables.ts'
import { orderDifferences } from '#order-changes/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { RefundPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import type { MovementKind } from '#payments/movements.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { reshipments } from '#shipping/returns/tables.ts'
import { shipments } from '#shipping/tables.ts'

import type { BookedMovement } from './month-lines.rules.ts'
import { providerMovements } from './tables.ts'
import type { Unexplained } from './why-not-close.rules.ts'

type Row = {
  id: string
  kind: MovementKind
  category: string
  amount: number
  fee: number
  paymentId: string | null
  description: string
  createdAt: string
  dated: string
  paidIn: string | null
  purpose: RefundPurpose | null
  refundedBefore: BookedMovement['refundedBefore']
  channel: string | null
  orderNumber: number | null
  state: string | null
  recorded: number
  paid: Record<AmountPart, number>
}

/** The amounts of an order by their parts; what is paid for shipping alone has no others. */
const paidParts = sql.join(
  amounts.map((amount) => {
    const alone = amount === 'shippingCents' ? sql`, r.paid_cents, d.paid_cents` : sql``
    const column = sql.identifier(orders[amount].name)
    return sql`${sql.raw(`'${orderAmounts[amount].part}'`)}, coalesce(o.${column}${alone}, 0)`
  }),
  sql`, `,
)

/**
 * The movements booked in a month, oldest first, each with the order of its payment.
 * `refundedBefore` has earlier bookings, not earlier dates, so that a late movement changes no line of a
 * closed month; those of a known purpose come first in their month, as the others share what they leave.
 * Amounts are cents.
 */
export async function bookedMovements(
  db: Queryable,
  month: AccountingMonth,
): Promise<BookedMovement[]> {
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.kind, m.category, m.amount_cents as amount, m.fee_cents as fee,
      m.payment_id as "paymentId", m.description, m.created_at as "createdAt", m.dated,
      (select min(paid.month) from ${providerMovements} as paid
        where paid.payment_id = m.payment_id and paid.kind = 'charge') as "paidIn",
      own.purpose,
      (select coalesce(jsonb_agg(
          jsonb_build_object('amount', earlier.amount_cents, 'purpose', back.purpose)
          order by earlier.month, back.purpose is null, earlier.created_at, earlier.id), '[]')
        from ${providerMovements} as earlier
        left join ${refunds} as back on back.provider_id = earlier.source_id
        where m.kind = 'refund' and earlier.payment_id = m.payment_id and earlier.kind = 'refund'
          and (earlier.month, back.purpose is null, earlier.created_at, earlier.id)
            < (m.month, own.purpose is null, m.created_at, m.id)
      ) as "refundedBefore",
      coalesce(o.channel, case when coalesce(r.checkout_id, d.checkout_id) is not null
        then c.channel end) as channel,
      coalesce(o.number, sent.number) as "orderNumber",
      case when coalesce(box.method, o.shipping_method, c.shipping_method) = 'pickup' then ''
        else coalesce(box.ship_to ->> 'state', o.ship_to_state, r.ship_to ->> 'state',
          c.ship_to ->> 'state', '') end as state,
      coalesce(o.total_cents, r.paid_cents, d.paid_cents, 0) as recorded,
      json_build_object(${paidParts}) as paid
    from ${providerMovements} as m
    left join ${refunds} as own on own.provider_id = m.source_id and m.kind = 'refund'
    left join ${orders} as o on o.payment_intent_id = m.payment_id
    left join ${checkouts} as c on c.payment_intent_id = m.payment_id
      and c.channel in ('reshipment', 'difference')
    left join ${reshipments} as r on r.checkout_id = c.id and r.paid_at is not null
    left join ${orderDifferences} as d on d.checkout_id = c.id and d.paid_at is not null
    left join ${orders} as sent on sent.id = coalesce(r.order_id, d.order_id)
    -- Where its wine goes now: its buyer may have changed that since it was ordered. A cancelled box counts where there
    -- is no other, so that the refund is booked in the state of the sale.
    left join lateral (select first.method, first.ship_to from ${shipments} as first
      where first.order_id = coalesce(o.id, d.order_id) and first.kind = 'first'
      order by first.state = 'cancelled', first.id limit 1) as box on true
    where m.month = ${month}
    order by m.created_at, m.id`)
  return rows.map(({ createdAt, channel, orderNumber, state, recorded, paid, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    payment:
      channel !== null && orderNumber !== null
        ? { channel, orderNumber, state: state ?? '', recorded, ...paid }
        : null,
  }))
}

/** Orders, payments for shipping alone and refunds of a period without a movement of the provider, at most `most` of each. */
export async function withoutMovement(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
  most: number,
): Promise<Unexplained[]> {
  const hasCharge = (payment: ReturnType<typeof sql>) => sql`exists (
    select from ${providerMovements} as m where m.payment_id = ${payment} and m.kind = 'charge')`
  const paid = await db.execute<{ number: number }>(sql`
      select number from ${orders} where created_at >= ${from.toISOString()}
        and created_at < ${to.toISOString()} and payment_intent_id is not null
        and not ${hasCharge(sql`payment_intent_id`)} order by number limit ${most}`)
  const sent = await db.execute<{ number: number; channel: 'reshipment' | 'difference' }>(sql`
      select o.number, c.channel
      from (select checkout_id, order_id, paid_at from ${reshipments}
        union all select checkout_id, order_id, paid_at from ${orderDifferences}) as r join ${checkouts} as c on c.id = r.checkout_id
        join ${orders} as o on o.id = r.order_id
      where r.paid_at >= ${from.toISOString()} and r.paid_at < ${to.toISOString()}
        and c.payment_intent_id is not null and not ${hasCharge(sql`c.payment_intent_id`)}
      order by o.number limit ${most}`)
  const back = await db.execute<{ number: number; amount: number }>(sql`
      select o.number, r.amount_cents as amount from ${refunds} as r
        join ${orders} as o on o.id = r.order_id
      where r.state = 'made' and r.provider_id is not null
        and r.settled_at >= ${from.toISOString()} and r.settled_at < ${to.toISOString()}
        and not exists (select from ${providerMovements} as m where m.source_id = r.provider_id)
      order by o.number limit ${most}`)
  return [
    ...paid.rows.map(({ number }) => ({ kind: 'order-without-movement' as const, order: number })),
    ...sent.rows.map(({ number, channel }) => ({
      kind: `${channel}-without-movement` as const,
      order: number,
    })),
    ...back.rows.map(({ number, amount }) => ({
      kind: 'refund-without-movement' as const,
      order: number,
      amount,
    })),
  ]
}
