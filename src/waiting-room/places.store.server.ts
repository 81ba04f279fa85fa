import { sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import type { Heads } from './line.rules.ts'
import { roomIsKept, turnLasts } from './line.rules.ts'
import { waitingLine, waitingPlaces } from './tables.ts'

/** These milliseconds as an interval. */
export const span = (millis: number) => sql`make_interval(secs => ${millis / 1_000})`

/**
 * How long each still counts, in milliseconds: `until` is by the clock of this process, and places are by that of the
 * database.
 */
const left = (until: ReadonlyMap<unknown, number>) =>
  sql.param([...until.values()].map((at) => at - Date.now()))

/** Records who was in before the line opened, until when each counts. */
export async function addPresent(
  db: Queryable,
  present: ReadonlyMap<string, number>,
): Promise<void> {
  await db.execute(sql`
    insert into ${waitingPlaces} (key, entered_at, until)
    select 'b:' || browser, now(), now() + make_interval(secs => millis / 1000)
    from unnest(${sql.param([...present.keys()])}::text[], ${left(present)}::float8[])
      as was (browser, millis)
    order by browser
    on conflict (key) do update set until = greatest(${waitingPlaces.until}, excluded.until)`)
}

/** The shoppers of all processes, and how many of them the process that counts is the first to name. */
export type Counted = { shoppers: number; fresh: number }

/**
 * Records who is in this process while the line is closed, until when each counts, and counts the shoppers
 * of all processes. What differs by less than a minute is not written again; in one order, as they all do it.
 */
export async function countTogether(
  db: Queryable,
  present: ReadonlyMap<string, number>,
): Promise<Counted> {
  const { rows } = await db.execute<Counted>(sql`
    with here as (
      select 'b:' || browser as key, now() + make_interval(secs => millis / 1000) as until
      from unnest(${sql.param([...present.keys()])}::text[], ${left(present)}::float8[])
        as was (browser, millis)
      where not exists (select 1 from ${waitingLine} where is_open)),
    kept as (
      insert into ${waitingPlaces} (key, entered_at, until)
      select key, now(), until from here order by key
      on conflict (key) do update set until = excluded.until
        where ${waitingPlaces.until} < excluded.until - interval '1 minute'),
    over as (
      delete from ${waitingPlaces}
      where until < now() - interval '1 minute' and key not in (select key from here)
        and not exists (select 1 from ${waitingLine} where is_open))
    select (select count(*)::int from here where until > now())
      + (select count(*)::int from ${waitingPlaces}
        where until > now() and key not in (select key from here)) as shoppers,
      (select count(*)::int from here where until > now()
        and key not in (select key from ${waitingPlaces} where until > now())) as fresh`)
  return rows[0]!
}

/** Gives a place up. */
export async function giveUp(db: Queryable, ticket: number): Promise<void> {
  await db.execute(sql`
    delete from ${waitingPlaces} where ticket = ${ticket} and entered_at is null`)
}

/** How many are in, and wait. */
export async function headsOf(db: Queryable): Promise<Heads> {
  const { rows } = await db.execute<Heads>(sql`
    select
      (select count(*) from ${waitingPlaces} where until > now())::int as inside,
      (select count(*) from ${waitingPlaces}
        where entered_at is null and turn_at > now() - ${span(roomIsKept)})::int as reserved,
      (select count(*) from ${waitingPlaces} where turn_at is null and place is not null)::int as waiting`)
  return rows[0]!
}

export type Seen = {
  /** Until when each counts by the clock of this process, by ticket and by browser; now for those who left. */
  tickets: ReadonlyMap<number, number>
  browsers: ReadonlyMap<string, number>
}

/** Writes until when those who were seen count. */
export async function touch(tx: Transaction, { tickets, browsers }: Seen): Promise<void> {
  if (tickets.size + browsers.size === 0) return
  await tx.execute(sql`
    update ${waitingPlaces} set until = now() + make_interval(secs => seen.millis / 1000)
    from (
      select key, millis from unnest(${sql.param([...tickets.keys()])}::int[],
        ${left(tickets)}::float8[]) as one (ticket, millis)
        join ${waitingPlaces} using (ticket)
      union all
      select 'b:' || browser, millis from unnest(${sql.param([...browsers.keys()])}::text[],
        ${left(browsers)}::float8[]) as one (browser, millis)) as seen
    where waiting_places.key = seen.key and entered_at is not null`)
}

/** At the hour, those who wait get their places by lot. */
export const drawPlaces = (tx: Transaction) =>
  tx.execute(sql`
    update ${waitingPlaces} set place = drawn.place
    from (select key, row_number() over (order by random()) as place
      from ${waitingPlaces} where ticket is not null and entered_at is null) as drawn
    where waiting_places.key = drawn.key`)

/** The drawn places by ticket. */
export async function drawnPlaces(db: Queryable, upTo: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ ticket: number; place: number }>(sql`
    select ticket, place from ${waitingPlaces} where ticket <= ${upTo}`)
  return new Map(rows.map(({ ticket, place }) => [ticket, place]))
}

/** Gives this many who wait their turn, in the order of their places; which places they had. */
export async function giveTurns(tx: Transaction, turns: number): Promise<number[]> {
  const { rows } = await tx.execute<{ place: number }>(sql`
    update ${waitingPlaces} set turn_at = now()
    where key in (select key from ${waitingPlaces}
      where turn_at is null and place is not null order by place limit ${turns})
    returning place`)
  return rows.map(({ place }) => place)
}

/** Deletes who did not come within their turn; how many. */
export async function loseTurns(tx: Transaction): Promise<number> {
  const lost = await tx.execute(sql`
    delete from ${waitingPlaces}
    where entered_at is null and turn_at < now() - ${span(turnLasts)}`)
  return lost.rowCount ?? 0
}
