import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'

import { products } from '#catalogue/wines/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { shopSwitches } from '#platform/database/switches.tables.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import type { RequestKind, RequestState } from './request.rules.ts'
import { kindFacts, requestTransitions, requestStates, wineKinds } from './request.rules.ts'
import { requestAnswers, requests } from './tables.ts'

export type Request = typeof requests.$inferSelect
type RequestAnswer = typeof requestAnswers.$inferSelect

type NewRequest = {
  kind: RequestKind
  userId: string
  productId?: string | null
  units?: number
  text?: string
}

/**
 * Inserts a request or, while the same one of this person is open, records that it was repeated. A repeated
 * choice takes the place of the earlier one.
 */
export async function recordRequest(tx: Queryable, request: NewRequest): Promise<void> {
  const { kind, userId, productId = null, units = 1, text = '' } = request
  const kept = kindFacts[kind].says === 'choice' ? sql`excluded` : sql`open`
  await tx.execute(sql`
    insert into ${requests} as open (kind, user_id, product_id, units, text)
    values (${kind}, ${userId}, ${productId}, ${units}, ${text})
    on conflict (user_id, kind, coalesce(product_id, '')) where state = 'open' do update
    set asked_again_at = now(), text = ${kept}.text`)
}

/**
 * Inserts a request unless the same one of this person is open. True when it was inserted.
 */
export async function insertRequest(tx: Queryable, request: NewRequest): Promise<boolean> {
  const inserted = await tx
    .insert(requests)
    .values(request)
    .onConflictDoNothing()
    .returning({ id: requests.id })
  return inserted.length > 0
}

/**
 * Opens a person's request for no wine again where its place is kept for later, and records that it was
 * repeated. False when there is none.
 */
export async function reopenRequest(
  tx: Queryable,
  { kind, userId }: Pick<Request, 'kind' | 'userId'>,
): Promise<boolean> {
  const result = await tx.execute(sql`
    with reopened as (
      update ${requests} set state = 'open', asked_again_at = now(), version = version + 1
      where state = 'waiting' and id = (
        select id from ${requests} where user_id = ${userId} and kind = ${kind}
          and product_id is null and state in ('open', 'waiting')
        order by state, queued_at limit 1)
      returning id)
    insert into ${requestAnswers} (request_id, verdict) select id, 'reopened' from reopened`)
  return result.rowCount === 1
}

/** Since when a request waits for an answer: since it was asked, or since it was opened again. */
export const waitsSince = sql<Date>`coalesce((
  select max(opened.at) from ${requestAnswers} as opened
  where opened.request_id = ${requests}.id and opened.verdict = 'reopened'), ${requests}.created_at)`.mapWith(
  requests.createdAt,
)

/** A request with its wine's title. */
const columns = {
  id: requests.id,
  number: requests.number,
  kind: requests.kind,
  userId: requests.userId,
  productId: requests.productId,
  wine: products.title,
  units: requests.units,
  text: requests.text,
  state: requests.state,
  createdAt: requests.createdAt,
  queuedAt: requests.queuedAt,
  askedAgainAt: requests.askedAgainAt,
  version: requests.version,
}

export type RequestWithWine = Awaited<ReturnType<typeof requestsOf>>[number]

/** A user's requests, newest first. */
export const requestsOf = (db: Queryable, userId: string) =>
  db
    .select(columns)
    .from(requests)
    .leftJoin(products, eq(products.id, requests.productId))
    .where(eq(requests.userId, userId))
    .orderBy(desc(requests.createdAt), desc(requests.number))

/** Whether requests are answered in the shop and this user has one. */
export async function hasShownRequests(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from ${shopSwitches} where name = 'answer-requests' and is_on)
      and exists (select from ${requests} where user_id = ${userId}) as has`)
  return rows[0]!.has
}

/** The text of a person's open request of a kind; null when there is none. */
export async function textOfOpenRequest(
  db: Queryable,
  userId: string,
  kind: RequestKind,
): Promise<string | null> {
  const [row] = await db
    .select({ text: requests.text })
    .from(requests)
    .where(and(eq(requests.userId, userId), eq(requests.kind, kind), eq(requests.state, 'open')))
  return row?.text ?? null
}

/** A request by its number, or null. */
export async function requestByNumber(
  db: Queryable,
  number: number,
): Promise<RequestWithWine | null> {
  const [row] = await db
    .select(columns)
    .from(requests)
    .leftJoin(products, eq(products.id, requests.productId))
    .where(eq(requests.number, number))
  return row ?? null
}

/** A request by its number, its row locked; null when there is none. */
export async function lockRequest(tx: Transaction, number: number): Promise<Request | null> {
  const [row] = await tx.select().from(requests).where(eq(requests.number, number)).for('update')
  return row ?? null
}

/** Requests, their rows locked in the order of their ids. */
export const lockRequests = (tx: Transaction, ids: readonly string[]): Promise<Request[]> =>
  tx
    .select()
    .from(requests)
    .where(inArray(requests.id, [...ids]))
    .orderBy(asc(requests.id))
    .for('update')

/**
 * Changes the state of those requests from which the transition is allowed. Returns the changed ones: others
 * were answered meanwhile.
 */
export async function moveRequests(
  tx: Queryable,
  ids: readonly string[],
  to: RequestState,
  set: Partial<Pick<Request, 'productId'>> = {},
): Promise<Request[]> {
  const from = requestStates.filter((state) => isOneOf(requestTransitions[state], to))
  return tx
    .update(requests)
    .set({ ...set, state: to, version: sql`version + 1` })
    .where(and(inArray(requests.id, [...ids]), inArray(requests.state, from)))
    .returning()
}

/** Adds answers, which are append-only. */
export async function writeAnswers(
  tx: Queryable,
  answers: readonly (typeof requestAnswers.$inferInsert)[],
): Promise<void> {
  if (answers.length > 0) await tx.insert(requestAnswers).values([...answers])
}

/** All answers to requests, oldest first. */
export const answersTo = (db: Queryable, ids: readonly string[]): Promise<RequestAnswer[]> =>
  db
    .select()
    .from(requestAnswers)
    .where(inArray(requestAnswers.requestId, [...ids]))
    .orderBy(asc(requestAnswers.at))

/** Requests of the same queue: those for the wine, or those of the same kind where there is none. */
const ofQueue = (request: Pick<Request, 'kind' | 'productId'>): SQL =>
  request.productId === null
    ? sql`product_id is null and kind = ${request.kind}`
    : sql`product_id = ${request.productId} and kind in ${wineKinds}`

export type Position = { place: number; of: number }

/** The position of an open request in its queue, such as 14 of 61; null when it is not open, or has no queue. */
export async function positionOf(
  db: Queryable,
  request: Pick<Request, 'id' | 'kind' | 'productId' | 'state'>,
): Promise<Position | null> {
  if (request.state !== 'open' || !kindFacts[request.kind].hasQueue) return null
  const { rows } = await db.execute<Position>(sql`
    select 1 + count(*) filter (where (line.queued_at, line.id) < (own.queued_at, own.id))::int
        as place,
      count(*)::int as of
    from ${requests} as own join ${requests} as line on line.state = 'open'
    where own.id = ${request.id} and own.state = 'open'
      and line.id in (select id from ${requests} where state = 'open' and ${ofQueue(request)})`)
  const [found] = rows
  return found && found.of > 0 ? found : null
}

/**
 * Changes a person's open request if its version is unchanged (optimistic locking). Raising the units moves
 * it to the end of its queue.
 */
export async function changeRequest(
  db: Queryable,
  { number, userId, version }: { number: number; userId: string; version: number },
  { units, text }: { units: number; text: string },
): Promise<boolean> {
  const result = await db
    .update(requests)
    .set({
      units,
      text,
      queuedAt: sql`case when ${units} > units then now() else queued_at end`,
      version: sql`version + 1`,
    })
    .where(
      and(
        eq(requests.number, number),
        eq(requests.userId, userId),
        eq(requests.version, version),
        eq(requests.state, 'open'),
      ),
    )
  return (result.rowCount ?? 0) > 0
}

/** The titles of the wines that these requests are for. */
export async function winesOf(
  db: Queryable,
  asked: readonly Pick<Request, 'productId'>[],
): Promise<Map<string, string>> {
  const ids = asked.flatMap(({ productId }) => (productId === null ? [] : [productId]))
  const rows = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
