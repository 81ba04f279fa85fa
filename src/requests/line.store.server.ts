import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { boughtLately } from './request-facts.store.server.ts'
import { wineKinds } from './request.rules.ts'
import { requests } from './tables.ts'

export type InLine = {
  requestId: string
  number: number
  userId: string
  firstName: string
  lastName: string
  email: string
  units: number
  /** A state's code, such as `CA`, or empty. */
  state: string
  /** Whether the person has a grant that has not lapsed. */
  hasGrant: boolean
}

/** A person in the queue with facts for the decision. */
type InLineWithFacts = InLine & {
  askedAt: Date
  /** Club level; 0 without membership. */
  level: number
  /** Cases bought in the last 24 months, less those returned. */
  bought: number
}

type QueueOrder = 'first-asked' | 'rules-first'

const level = sql`case when u.membership then u.membership_level else 0 end`

const bought = boughtLately(sql`u.id`)

const inLine = sql`r.id as "requestId", r.number, r.user_id as "userId",
  u.first_name as "firstName", u.last_name as "lastName", u.email, r.units, u.state, exists (
    select from ${allocations} as a where a.user_id = u.id and a.origin = 'grant'
      and a.promise_until > now() and a.bought < a.units) as "hasGrant"`

const orders = {
  'first-asked': sql`r.queued_at, r.id`,
  'rules-first': sql`${level} desc, ${bought} desc, r.queued_at, r.id`,
} as const satisfies Record<QueueOrder, SQL>

/** The open requests for a wine, without those of soft-deleted accounts. */
const lineOf = (productId: string) => sql`${requests} as r join ${users} as u on u.id = r.user_id
  where r.product_id = ${productId} and r.state = 'open' and r.kind in ${wineKinds}
    and u.erase_at is null`

/** The open requests for a wine in the order of its queue. */
export async function lineFor(
  db: Queryable,
  productId: string,
  order: QueueOrder,
): Promise<InLine[]> {
  const { rows } = await db.execute<InLine>(
    sql`select ${inLine} from ${lineOf(productId)} order by ${orders[order]}`,
  )
  return rows
}

/** A page of the queue, with facts for the decision. */
export async function pageOfLine(
  db: Queryable,
  productId: string,
  { order, page, size }: { order: QueueOrder; page: number; size: number },
): Promise<InLineWithFacts[]> {
  const { rows } = await db.execute<Omit<InLineWithFacts, 'askedAt'> & { askedAt: string }>(sql`
    select ${inLine}, r.created_at as "askedAt", ${level} as level, ${bought} as bought
    from ${lineOf(productId)} order by ${orders[order]}
    limit ${size} offset ${(page - 1) * size}`)
  return rows.map((row) => ({ ...row, askedAt: new Date(row.askedAt) }))
}

type LineSummary = {
  waiting: number
  /** Cases that they request together. */
  asked: number
  /** Identifies the set of requests in the queue, regardless of their order. */
  mark: string
}

/** Number, requested cases and mark of the queue for a wine. */
export async function summaryOfLine(db: Queryable, productId: string): Promise<LineSummary> {
  const { rows } = await db.execute<LineSummary>(sql`
    select count(*)::int as waiting, coalesce(sum(r.units), 0)::int as asked,
      md5(coalesce(string_agg(r.number::text, ',' order by r.number), '')) as mark
    from ${lineOf(productId)}`)
  return rows[0]!
}
