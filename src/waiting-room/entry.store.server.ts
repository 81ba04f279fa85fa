import { eq, sql } from 'drizzle-orm'

import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'

import { millisOf, promisedTo } from './accounts-in-line.store.server.ts'
import { idleAfter, placesPerNetwork, roomIsKept, roomOf } from './line.rules.ts'
import { readLine } from './line.store.server.ts'
import { headsOf, span } from './places.store.server.ts'
import { waitingLine, waitingPlaces, waitingWishes } from './tables.ts'
import type { Wish } from './tickets.server.ts'
import { shortHash } from './tickets.server.ts'

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

/** The place of a network that has this number. */
const slotKey = (network: string, slot: number) => `n:${network}:${slot}`

const slots = Array.from({ length: placesPerNetwork }, (_, slot) => slot)

/** With the account that holds the place of a network; null for visitors, and for accounts with a place of their own. */
type Placed = Arrival & { holder: string | null }

type Account = { token: string; id: string; isConfirmed: boolean }

/** The accounts of these login sessions. */
async function accountsOf(tx: Transaction, tokens: readonly string[]): Promise<Account[]> {
  if (tokens.length === 0) return []
  const { rows } = await tx.execute<Account>(sql`
    select token, users.id, email_verified as "isConfirmed"
    from sessions join users on users.id = user_id
    where token = any(${sql.param([...tokens])}::text[]) and expires_at > now()`)
  return rows
}

/**
 * Gives visitors and accounts without a confirmed address a place of their network: an account the one that it has, or
 * had as a visitor, others the first that nobody waits at, from the one on that this process would give, as it does not
 * know of those that another gave. Where all are taken, they share one.
 */
async function withSlots(tx: Transaction, arrivals: readonly Arrival[]): Promise<Placed[]> {
  const accounts = await accountsOf(
    tx,
    arrivals.flatMap(({ token }) => token ?? []),
  )
  const accountOf = new Map(accounts.map((account) => [account.token, account]))
  const placed = arrivals.map((one) => ({ ...one, account: accountOf.get(one.token ?? '') }))
  const networks = placed.filter(({ account }) => !account?.isConfirmed)
  const keys = networks.flatMap(({ network }) => slots.map((slot) => slotKey(network, slot)))
  if (keys.length === 0) return placed.map((one) => ({ ...one, holder: null }))
  const { rows } = await tx.execute<{ key: string; ticket: number; holder: string | null }>(sql`
    select key, ticket, entered_by as holder from ${waitingPlaces}
    where key = any(${sql.param(keys)}::text[]) and entered_at is null`)
  const taken = new Map<string, { ticket: number | null; holder: string | null }>(
    rows.map(({ key, ...place }) => [key, place]),
  )
  return placed.map(({ account, ...one }) => {
    if (account?.isConfirmed) return { ...one, holder: null }
    const at = (slot: number) => taken.get(slotKey(one.network, slot))
    const holder = account ? shortHash(`account:${account.id}`) : null
    const isOwn = (slot: number) => holder !== null && at(slot)?.holder === holder
    const wasOwn = (slot: number) =>
      holder !== null && one.ticket !== null && at(slot)?.ticket === one.ticket && !at(slot)?.holder
    const first = holder ? Buffer.from(holder, 'base64url')[0]! % placesPerNetwork : one.slot
    const slot =
      slots.find(isOwn) ??
      slots.find(wasOwn) ??
      slots.map((step) => (first + step) % placesPerNetwork).find((free) => !at(free)) ??
      first
    const place = at(slot)
    // One that another account holds is shared, not taken over.
    if (place?.holder && place.holder !== holder) return { ...one, slot, holder: null }
    taken.set(slotKey(one.network, slot), { ticket: place?.ticket ?? null, holder })
    return { ...one, slot, holder }
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
    const asked = await withSlots(tx, arrivals)
    const column = (name: keyof Arrival) => sql.param(asked.map((one) => one[name]))
    const { rows } = await tx.execute<Known>(sql`
      with asked as (
        select ord, browser, one.ticket, users.id as user_id,
          case when users.email_verified
            then 'a:' || encode(sha256(('waiting ' || users.id)::bytea), 'hex')
            else 'n:' || network || ':' || slot end as key
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
    const held: { enteredBy: string; ticket: number }[] = []
    const known = new Map<string, { ticket: number; place: number }>()
    const issuedNow: (typeof waitingPlaces.$inferInsert)[] = []
    const arrived = rows.map((row): Arrived => {
      const { holder, ticket: earlier } = asked[row.ord - 1]!
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
        issuedNow.push({ key: row.key, ...mine, enteredBy: holder })
      } else if (holder !== null && earlier === mine.ticket) {
        held.push({ enteredBy: holder, ticket: mine.ticket })
      } else if (row.earlier === mine.ticket && !known.has(row.key)) {
        taken.push({ key: row.key, ticket: mine.ticket })
      }
      known.set(row.key, mine)
      return { isIn: false, ...mine, kept, keptUntil, wish }
    })
    for (const { ticket, ...of } of [...taken, ...held]) {
      await tx.update(waitingPlaces).set(of).where(eq(waitingPlaces.ticket, ticket))
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
      if (inside + reserved >= roomOf(read.line)) {
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
