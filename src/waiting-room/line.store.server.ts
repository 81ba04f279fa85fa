import type { SQL } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'

import { queueMails } from '#mail/mails.store.server.ts'
import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { listChannel } from '#platform/list/list-changes.store.server.ts'

import type { Heads, Line, Speed, WineLeft } from './line.rules.ts'
import {
  idleAfter,
  leftOf,
  nextStep,
  placesPerNetwork,
  roomIsKept,
  turnLasts,
} from './line.rules.ts'
import { waitingLine, waitingPlaces, waitingWishes } from './tables.ts'
import type { Wish } from './tickets.server.ts'

/** What the processes notify each other of. */
export const lineChanged = 'waiting-line'

const span = (millis: number) => sql`make_interval(secs => ${millis / 1_000})`
const notify = (tx: Queryable) => tx.execute(sql`select pg_notify(${listChannel}, ${lineChanged})`)

type Read = { line: Line; now: Date }

/** The line, and the database's time; null before one opened for the first time. */
export async function readLine(db: Queryable, lock?: 'update'): Promise<Read | null> {
  const query = db
    .select({ line: waitingLine, now: sql<string>`clock_timestamp()` })
    .from(waitingLine)
  const [found] = await (lock ? query.for(lock) : query)
  return found ? { line: found.line, now: new Date(found.now) } : null
}

export type Opening = {
  why: Line['why']
  capacity: number
  opensAt?: Date | null
  fixedCapacity?: number | null
}

/** Opens the line unless it is open. */
export async function openLine(tx: Transaction, opening: Opening): Promise<void> {
  const { why, capacity, opensAt = null, fixedCapacity = null } = opening
  const now = sql`now()`
  const fresh = {
    isOpen: true,
    why,
    since: now,
    opensAt,
    drawnUpTo: 0,
    issued: 0,
    letIn: 0,
    capacity,
    fixedCapacity,
    mostPerMinute: null,
    isPaused: false,
    pace: 0,
    owed: 0,
    movedAt: now,
    waitedAt: now,
    slowAt: null,
    steadyAt: null,
    turnsLost: 0,
  }
  await tx
    .insert(waitingLine)
    .values(fresh)
    .onConflictDoUpdate({
      target: waitingLine.id,
      set: {
        ...fresh,
        number: sql`${waitingLine.number} + 1`,
        version: sql`${waitingLine.version} + 1`,
      },
      setWhere: sql`not ${waitingLine.isOpen}`,
    })
  await notify(tx)
}

/**
 * Ends the line: everybody is let in, who asked for an email gets one, and nothing is kept of those who
 * waited.
 */
export async function closeLine(tx: Transaction, publicUrl: string): Promise<void> {
  await tx.update(waitingLine).set({ isOpen: false, version: sql`${waitingLine.version} + 1` })
  await tx.delete(waitingPlaces)
  await tellWhoAsked(tx, publicUrl)
  await notify(tx)
}

async function tellWhoAsked(tx: Transaction, publicUrl: string): Promise<void> {
  const { rows } = await tx.execute<{ email: string; firstName: string; closedAt: string }>(sql`
    delete from ${waitingWishes} using users
    where users.id = user_id and users.email_verified
    returning users.email, users.first_name as "firstName", now() as "closedAt"`)
  if (rows.length === 0) return
  const wines = (await winesLeft(tx)).map(({ title, left }) => ({ title, left }))
  const link = `${publicUrl}${paths.currentRelease()}`
  await queueMails(
    tx,
    rows.map(({ email, firstName, closedAt }) => ({
      kind: 'waiting-line-closed',
      recipient: email,
      props: { firstName, closedAt: new Date(closedAt).toISOString(), wines, link },
    })),
  )
}

/** Notes that this login session's account wants an email when the line closes; false without a confirmed address. */
export async function askForEmail(db: Queryable, token: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with person as (
      select users.id from sessions join users on users.id = sessions.user_id
      where token = ${token} and expires_at > now() and email_verified
        and exists (select 1 from ${waitingLine} where is_open)),
    asked as (
      insert into ${waitingWishes} (user_id) select id from person on conflict do nothing)
    select id from person`)
  return rows.length > 0
}

export async function changeLine(
  tx: Transaction,
  change: Partial<Pick<Line, 'isPaused' | 'fixedCapacity' | 'mostPerMinute'>>,
): Promise<void> {
  await tx.update(waitingLine).set({ ...change, version: sql`${waitingLine.version} + 1` })
  await notify(tx)
}

/** Records who was in before the line opened, until when each counts. */
export async function addPresent(
  db: Queryable,
  present: ReadonlyMap<string, number>,
): Promise<void> {
  await db.execute(sql`
    insert into ${waitingPlaces} (key, entered_at, until)
    select 'b:' || browser, now(), to_timestamp(until / 1000)
    from unnest(${sql.param([...present.keys()])}::text[], ${sql.param([...present.values()])}::float8[])
      as was (browser, until)
    order by browser
    on conflict (key) do update set until = greatest(${waitingPlaces.until}, excluded.until)`)
}

/**
 * Records who is in this process while the line is closed, until when each counts, and counts the shoppers
 * of all processes. What differs by less than a minute is not written again; in one order, as they all do it.
 */
export async function countTogether(
  db: Queryable,
  present: ReadonlyMap<string, number>,
): Promise<number> {
  const { rows } = await db.execute<{ shoppers: number }>(sql`
    with here as (
      select 'b:' || browser as key, to_timestamp(until / 1000) as until
      from unnest(${sql.param([...present.keys()])}::text[], ${sql.param([...present.values()])}::float8[])
        as was (browser, until)
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
        where until > now() and key not in (select key from here)) as shoppers`)
  return rows[0]!.shoppers
}

/** Somebody without a ticket of their account or browser; `ticket` is one from before they logged in. */
export type Arrival = {
  token: string | null
  network: string
  browser: string
  slot: number
  ticket: number | null
}

export type Arrived =
  | { isIn: true; ticket: number }
  | { isIn: false; ticket: number; place: number; kept: number; keptUntil: number; wish: Wish }

type Known = {
  ord: number
  key: string
  isPresent: boolean
  ticket: number | null
  place: number | null
  isInside: boolean
  isOver: boolean
  /** The place of a visitor who has logged in since. */
  earlier: number | null
  kept: number
  keptUntil: number
  wish: Wish
}

/** The units that are kept for an account, and until when the first of them are. */
const promisedTo = (userId: SQL) => sql`
  select coalesce(sum(units - bought), 0)::int as units,
    min(coalesce(releases.promise_until, releases.closes_at)) as until
  from allocations join releases on releases.id = allocations.release_id
  where allocations.user_id = ${userId} and releases.promise = 'guaranteed'
    and releases.state = 'scheduled' and allocations.units > allocations.bought
    and coalesce(releases.promise_until, releases.closes_at) > now()`

const millisOf = (moment: SQL) => sql`coalesce(extract(epoch from ${moment}) * 1000, 0)::float8`

export type Kept = { kept: number; keptUntil: number }

/** What is kept now for this login session's account. */
export async function keptFor(db: Queryable, token: string): Promise<Kept> {
  const { rows } = await db.execute<Kept>(sql`
    select promised.units as kept, ${millisOf(sql`promised.until`)} as "keptUntil"
    from (${promisedTo(sql`(select user_id from sessions where token = ${token} and expires_at > now())`)}) promised`)
  return rows[0]!
}

/** The place of a network's visitors that has this number. */
const slotKey = (network: string, slot: number) => `n:${network}:${slot}`

/**
 * Gives visitors the first place of their network that nobody waits at, from the one on that this process
 * would give; another process does not know of its places. Where all are taken, they share that one.
 */
async function withFreeSlots(
  tx: Transaction,
  arrivals: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const networks = arrivals.flatMap(({ token, network }) => (token === null ? [network] : []))
  if (networks.length === 0) return arrivals
  const slots = Array.from({ length: placesPerNetwork }, (_, slot) => slot)
  const keys = networks.flatMap((network) => slots.map((slot) => slotKey(network, slot)))
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from ${waitingPlaces}
    where key = any(${sql.param(keys)}::text[]) and entered_at is null`)
  const taken = new Set(rows.map(({ key }) => key))
  return arrivals.map((one) => {
    if (one.token !== null) return one
    const free = slots
      .map((step) => (one.slot + step) % placesPerNetwork)
      .find((slot) => !taken.has(slotKey(one.network, slot)))
    if (free === undefined) return one
    taken.add(slotKey(one.network, free))
    return { ...one, slot: free }
  })
}

/**
 * Gives each of these people a place, in their order: the one that they have, by account or network, or
 * the next. Those who were in when the line opened are in.
 */
export async function arrive(
  db: Database,
  arrivals: readonly Arrival[],
): Promise<Arrived[] | null> {
  return db.transaction(async (tx) => {
    const read = await readLine(tx, 'update')
    if (!read?.line.isOpen) return null
    const asked = await withFreeSlots(tx, arrivals)
    const column = (name: keyof Arrival) => sql.param(asked.map((one) => one[name]))
    const { rows } = await tx.execute<Known>(sql`
      with asked as (
        select ord, browser, one.ticket, users.id as user_id,
          case when users.email_verified
            then 'a:' || encode(sha256(('waiting ' || users.id)::bytea), 'hex')
            else 'n:' || network || ':' || coalesce(abs(hashtext(users.id::text) % ${placesPerNetwork}), slot)
            end as key
        from unnest(${column('token')}::text[], ${column('network')}::text[],
          ${column('browser')}::text[], ${column('slot')}::int[], ${column('ticket')}::int[])
          with ordinality as one (token, network, browser, slot, ticket, ord)
        left join sessions on sessions.token = one.token and sessions.expires_at > now()
        left join users on users.id = sessions.user_id)
      select asked.ord::int, asked.key, present.key is not null as "isPresent",
        mine.ticket, mine.place,
        coalesce(mine.until > now(), false) as "isInside",
        mine.entered_at is not null as "isOver",
        earlier.ticket as earlier,
        promised.units as kept, ${millisOf(sql`promised.until`)} as "keptUntil",
        case when wish.user_id is not null then 'asked' when asked.key like 'a:%' then 'may'
          else 'no' end as wish
      from asked
      left join ${waitingPlaces} present
        on present.key = 'b:' || asked.browser and present.until > now()
      left join ${waitingPlaces} earlier on earlier.ticket = asked.ticket
        and asked.key like 'a:%' and earlier.key like 'n:%' and earlier.entered_at is null
      left join ${waitingPlaces} mine
        on mine.key = asked.key or (mine.key = earlier.key and not exists (
          select 1 from ${waitingPlaces} own where own.key = asked.key))
      left join ${waitingWishes} wish on wish.user_id = asked.user_id
      left join lateral (${promisedTo(sql`asked.user_id`)}) promised on true
      order by asked.ord`)
    let { issued } = read.line
    const taken: { key: string; ticket: number }[] = []
    const known = new Map<string, { ticket: number; place: number }>()
    const issuedNow: (typeof waitingPlaces.$inferInsert)[] = []
    const arrived = rows.map((row): Arrived => {
      if (row.isPresent) return { isIn: true, ticket: 0 }
      // Somebody else of the same network has gone in: this one waits.
      if (row.isInside && row.key.startsWith('a:')) return { isIn: true, ticket: row.ticket! }
      const { kept, keptUntil, wish } = row
      const had =
        known.get(row.key) ??
        (row.ticket !== null && !row.isOver ? { ticket: row.ticket, place: row.place! } : null)
      const mine = had ?? { ticket: issued + 1, place: issued + 1 }
      if (!had) {
        issued += 1
        issuedNow.push({ key: row.key, ...mine })
      } else if (row.earlier === mine.ticket && !known.has(row.key)) {
        taken.push({ key: row.key, ticket: mine.ticket })
      }
      known.set(row.key, mine)
      return { isIn: false, ...mine, kept, keptUntil, wish }
    })
    for (const { key, ticket } of taken) {
      await tx.update(waitingPlaces).set({ key }).where(eq(waitingPlaces.ticket, ticket))
    }
    if (issuedNow.length > 0) {
      // A shopper of the same key goes on counting under another.
      await tx.execute(sql`
        update ${waitingPlaces} set key = key || ':' || ticket
        where entered_at is not null and key = any(${sql.param(issuedNow.map(({ key }) => key))}::text[])`)
      await tx.insert(waitingPlaces).values(issuedNow)
      await tx.update(waitingLine).set({ issued, waitedAt: sql`now()` })
    }
    return arrived
  })
}

export type Entry = 'in' | 'waits' | 'late' | 'used'

/**
 * Lets in who has this ticket if its turn has come: once, and again the same browser while it is in, which
 * may not have received the first answer. `late`: the turn was lost.
 */
export async function enter(db: Database, ticket: number, browser: string): Promise<Entry> {
  return db.transaction(async (tx) => {
    const read = await readLine(tx, 'update')
    if (!read?.line.isOpen) return 'in'
    const { rows } = await tx.execute<{
      hasTurn: boolean
      hasRoom: boolean
      hasEntered: boolean
      isInside: boolean
      enteredBy: string | null
    }>(sql`
      select turn_at is not null as "hasTurn", entered_at is not null as "hasEntered",
        coalesce(turn_at > now() - ${span(roomIsKept)}, false) as "hasRoom",
        coalesce(until > now(), false) as "isInside", entered_by as "enteredBy"
      from ${waitingPlaces} where ticket = ${ticket}`)
    const [place] = rows
    if (!place) return 'late'
    if (place.hasEntered) return place.isInside && place.enteredBy === browser ? 'in' : 'used'
    if (!place.hasTurn) return 'waits'
    if (!place.hasRoom) {
      const { inside, reserved } = await headsOf(tx)
      if (inside + reserved >= Math.floor(read.line.capacity)) {
        // They came in time; the shop filled up meanwhile.
        await tx.execute(sql`update ${waitingPlaces} set turn_at = now() - ${span(roomIsKept)}
          where ticket = ${ticket}`)
        return 'waits'
      }
    }
    await tx.execute(sql`
      with entered as (
        update ${waitingPlaces}
        set entered_at = now(), entered_by = ${browser}, until = now() + ${span(idleAfter)}
        where ticket = ${ticket} returning key)
      delete from ${waitingWishes} using entered
      where entered.key = 'a:' || encode(sha256(('waiting ' || user_id)::bytea), 'hex')`)
    return 'in'
  })
}

/**
 * A visitor who is in has logged in: false where another account goes on with that admission. Without a ticket it is
 * known by the browser.
 */
export async function takeOver(
  db: Queryable,
  { ticket, visitor, account }: { ticket: number; visitor: string; account: string },
): Promise<boolean> {
  const by = `a:${account}`
  const taken = await db.execute(sql`
    update ${waitingPlaces} set entered_by = ${by}
    where (ticket = ${ticket} or ${ticket} = 0 and key = ${`b:${visitor}`}) and until > now()
      and (entered_by is null or entered_by not like 'a:%' or entered_by = ${by})`)
  return taken.rowCount === 1
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
  /** Until when each counts, by ticket and by browser; now for those who left. */
  tickets: ReadonlyMap<number, number>
  browsers: ReadonlyMap<string, number>
}

/**
 * Writes who was seen, and how fast this process is; once a second, whichever process comes first moves
 * the line on. Returns the line as it is then.
 */
export async function moveLine(
  db: Database,
  publicUrl: string,
  seen: Seen,
  speed: Speed,
): Promise<(Read & { heads: Heads }) | null> {
  return db.transaction(async (tx) => {
    // Locked first by all who change places, so that there is one order.
    const read = await readLine(tx, 'update')
    if (!read) return null
    if (!read.line.isOpen) return { ...read, heads: { inside: 0, reserved: 0, waiting: 0 } }
    const { line, now } = read
    await touch(tx, seen)
    if (speed === 'slow') line.slowAt = now
    if (speed === 'steady') line.steadyAt = now
    const isDue = now.getTime() - line.movedAt.getTime() >= 900
    let heads = await headsOf(tx)
    if (!isDue) {
      await tx.update(waitingLine).set({ slowAt: line.slowAt, steadyAt: line.steadyAt })
      return { line, now, heads }
    }
    const lost = await tx.execute(sql`
      delete from ${waitingPlaces}
      where entered_at is null and turn_at < now() - ${span(turnLasts)}`)
    const { turns, closes, draws, ...next } = nextStep(line, heads, now)
    if (closes) {
      await closeLine(tx, publicUrl)
      return { line: { ...line, isOpen: false }, now, heads }
    }
    if (draws) await drawPlaces(tx)
    const drawnUpTo = draws ? line.issued : line.drawnUpTo
    const { rows } =
      turns === 0
        ? { rows: [] }
        : await tx.execute<{ place: number }>(sql`
            update ${waitingPlaces} set turn_at = now()
            where key in (select key from ${waitingPlaces}
              where turn_at is null and place is not null order by place limit ${turns})
            returning place`)
    const letIn = Math.max(line.letIn, ...rows.map(({ place }) => place))
    heads = {
      ...heads,
      reserved: heads.reserved + rows.length,
      waiting: heads.waiting - rows.length,
    }
    const moved = {
      ...next,
      drawnUpTo,
      letIn,
      movedAt: now,
      slowAt: line.slowAt,
      steadyAt: line.steadyAt,
      waitedAt: heads.waiting > 0 ? now : line.waitedAt,
      turnsLost: line.turnsLost + (lost.rowCount ?? 0),
    }
    await tx.update(waitingLine).set(moved)
    return { line: { ...line, ...moved }, now, heads }
  })
}

async function touch(tx: Transaction, { tickets, browsers }: Seen): Promise<void> {
  if (tickets.size + browsers.size === 0) return
  await tx.execute(sql`
    update ${waitingPlaces} set until = to_timestamp(seen.until / 1000)
    from (
      select key, one.until from unnest(${sql.param([...tickets.keys()])}::int[],
        ${sql.param([...tickets.values()])}::float8[]) as one (ticket, until)
        join ${waitingPlaces} using (ticket)
      union all
      select 'b:' || browser, one.until from unnest(${sql.param([...browsers.keys()])}::text[],
        ${sql.param([...browsers.values()])}::float8[]) as one (browser, until)) as seen
    where waiting_places.key = seen.key and entered_at is not null`)
}

/** At the hour, those who wait get their places by lot. */
const drawPlaces = (tx: Transaction) =>
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

export type LeftOfWine = { id: string; title: string; left: WineLeft }

/** The wines of open releases, and of those that open within a day. */
export async function winesLeft(db: Queryable): Promise<LeftOfWine[]> {
  const { rows } = await db.execute<
    { id: string; title: string } & Parameters<typeof leftOf>[0]
  >(sql`
    select products.id, products.title, stock, held, sold, promised
    from products
    join release_wines on release_wines.product_id = products.id and release_wines.is_current
    join releases on releases.id = release_wines.release_id
    where releases.state = 'scheduled' and releases.closes_at > now()
      and releases.opens_at < now() + interval '1 day' and products.stock is not null
    order by release_wines.position, products.id`)
  return rows.map((wine) => ({ id: wine.id, title: wine.title, left: leftOf(wine) }))
}
