import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'

import type { ForbiddenVerdict } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { forbids } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import { isSoldFreely, isUsable } from '#catalogue/on-sale/wine-release.store.server.ts'
import { carts, checkoutLines, checkouts } from '#catalogue/tables.ts'
import { lockWines, unitsTable } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'
import { insertIf } from '#platform/database/insert-if.ts'
import { users } from '#platform/database/people.tables.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'

import type { Checkout, CheckoutLine } from './checkouts.store.server.ts'
import { newBuyerHolds, shortHolds, unconfirmedHolds } from './hold-limits.rules.ts'

type NewCheckout = Omit<Checkout, 'id' | keyof typeof unset> &
  Partial<Pick<Checkout, 'buyerKey' | 'email' | 'holderNetwork' | 'isRehearsal'>> & {
    /** The buyer of a limited hold has a confirmed email. */
    isConfirmed?: boolean
    /** When a short hold ends that they get past the limit of their network; null when they get none. */
    shortUntil?: Date | null
  }
/** With what is asked of the law of its state; null where it need not be asked. */
type AskedCheckout = NewCheckout & { sale: StateSale | null }
export type NewCheckoutLine = Omit<CheckoutLine, 'checkoutId'>

/**
 * The cart's version when it was read, for optimistic locking, and whether its user has allocations: without
 * them the statement has no such part. The version is null for what staff add: it is sold as a cart's, whose
 * own stays as it is.
 */
type CartRead = { userId: string; version: number | null; hasAllocations: boolean }

/** Why no checkout was written. */
type NotWritten = 'cart-moved' | 'sold-out' | 'hold-limit'
type Forbidden = { forbidden: ForbiddenVerdict }

class NotLawful extends Error {
  readonly verdict: ForbiddenVerdict

  constructor(verdict: ForbiddenVerdict) {
    super(verdict.problem)
    this.verdict = verdict
  }
}

class NotHeld extends Error {
  readonly why: 'sold-out' | 'hold-limit'

  constructor(why: 'sold-out' | 'hold-limit') {
    super(why)
    this.why = why
  }
}

/**
 * Writes a checkout with its lines and holds their stock: all or nothing. A cart draws on its user's
 * allocations first, and on the free pool only of a wine that is sold to everybody; an offer draws on
 * the free pool. `cart-moved` when the cart's version has changed, `sold-out` when there are no such
 * units or a wine is not on sale, `hold-limit` when
 * a new buyer (`holderNetwork` is set) may not hold it. The conditions are part of the updates, so exactly
 * one request gets the last case. Other buyers take one statement; new ones are serialised by an advisory
 * lock, those with a confirmed email per network, so that the statement counts every committed hold. Past the
 * limit of the network it is tried as a short hold. Where the law of a state has to be asked (`sale`), it is asked in the
 * transaction that writes, before any other lock: sales that count together wait for each other there.
 */
export async function insertCheckout(
  db: Database,
  checkout: NewCheckout & { sale?: never },
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | NotWritten>
export async function insertCheckout(
  db: Database,
  checkout: AskedCheckout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | NotWritten | Forbidden>
export async function insertCheckout(
  db: Database,
  {
    isConfirmed = false,
    shortUntil = null,
    sale = null,
    ...checkout
  }: NewCheckout & { sale?: StateSale | null },
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
): Promise<Checkout | NotWritten | Forbidden> {
  const row: Checkout = { ...unset, ...checkout, id: randomUUID() }
  const { holderNetwork } = row
  if (!isConfirmed || holderNetwork === null) {
    const limit = holderNetwork === null ? 'none' : 'unconfirmed'
    return insertWithin(limit, db, row, lines, { cart, sale })
  }
  const written = await insertWithin('network', db, row, lines, { cart, sale })
  if (written !== 'hold-limit' || shortUntil === null) return written
  return insertWithin('short', db, { ...row, expiresAt: shortUntil }, lines, { cart, sale })
}

/** The limit that a hold is counted in. */
type Limit = 'none' | 'unconfirmed' | 'network' | 'short'

async function insertWithin(
  limit: Limit,
  db: Database,
  row: Checkout,
  lines: readonly NewCheckoutLine[],
  { cart, sale }: { cart: CartRead | null; sale: StateSale | null },
): Promise<Checkout | NotWritten | Forbidden> {
  // A single line is held or not by one statement; several lines need a transaction to roll back
  // partial holds.
  try {
    const isOneStatement = lines.length === 1 && limit === 'none'
    if (isOneStatement && sale === null) return await writeCheckout(db, row, lines, cart, limit)
    return await db.transaction(async (tx) => {
      if (sale && !(await isLawful(tx, sale, row.startedAt, cart))) return 'cart-moved'
      if (isOneStatement) return writeCheckout(tx, row, lines, cart, limit)
      if (limit !== 'none') await tx.execute(lockHolds(limit, row))
      if (cart && cart.version !== null)
        await tx.execute(sql`select 1 from ${carts} where user_id = ${cart.userId} for update`)
      if (cart?.hasAllocations) await lockOwnAllocations(tx, cart.userId, lines)
      await lockWines(tx, lines)
      const written = await writeCheckout(tx, row, lines, cart, limit)
      if (written === 'sold-out' || written === 'hold-limit') throw new NotHeld(written)
      return written
    })
  } catch (error) {
    if (error instanceof NotHeld) return error.why
    if (error instanceof NotLawful) return { forbidden: error.verdict }
    if (isPartialHold(error)) return 'sold-out'
    throw error
  }
}

/** Throws where the law forbids the sale; false where the buyer's own other tab was faster, which counted as another's. */
async function isLawful(
  tx: Transaction,
  sale: StateSale,
  at: Date,
  cart: CartRead | null,
): Promise<boolean> {
  const verdict = await stateVerdict(tx, sale, at, { locks: true })
  if (!forbids(verdict)) return true
  if (cart && cart.version !== null) {
    const { rows } = await tx.execute(
      sql`select from ${carts} where user_id = ${cart.userId} and version = ${cart.version}`,
    )
    if (rows.length === 0) return false
  }
  throw new NotLawful(verdict)
}

const lockHolds = (limit: Limit, { holderNetwork }: Checkout) =>
  sql`select pg_advisory_xact_lock(hashtext(${
    limit === 'network' ? `holds ${holderNetwork}` : `holds of ${limit} buyers`
  }))`

/** Lines that a new buyer with a confirmed email may not hold now. */
const overNetworkLimit = (holderNetwork: string, lines: readonly NewCheckoutLine[]) => sql`
  select 1 from ${unitsTable(lines)}
  join ${products} as wine on wine.id = units.product_id and wine.stock is not null
  where greatest(${newBuyerHolds.perNetwork}, ceil(wine.stock / ${unconfirmedHolds.stockPart}::numeric)) < units.quantity + (
    select coalesce(sum(line.quantity), 0) from ${checkouts} as other
    join ${checkoutLines} as line on line.checkout_id = other.id
    where other.state = 'open' and other.holder_network = ${holderNetwork}
      and line.product_id = wine.id)`

/** Lines of which the short holds would be more than half of what nobody else has. */
const overShortHolds = (lines: readonly NewCheckoutLine[]) => sql`
  select 1 from ${unitsTable(lines)}
  join ${products} as wine on wine.id = units.product_id and wine.stock is not null
  cross join lateral (
    select coalesce(sum(line.quantity), 0) as units from ${checkouts} as other
    join ${checkoutLines} as line on line.checkout_id = other.id
    where other.state = 'open' and other.holder_network is not null
      and other.expires_at <= other.started_at + make_interval(mins => ${shortHolds.minutes})
      and line.product_id = wine.id
  ) as short
  where (short.units + units.quantity) * ${shortHolds.leftPart}
    > wine.stock - wine.sold - wine.promised - wine.held + short.units`

/**
 * Lines that a new buyer may not hold now. For one without a confirmed email, holds of accounts confirmed
 * since are not counted.
 */
function overLimit(
  { userId, holderNetwork, startedAt }: Checkout,
  lines: readonly NewCheckoutLine[],
  limit: Limit,
) {
  if (holderNetwork === null) return sql`select 1 where false`
  if (limit === 'network') return overNetworkLimit(holderNetwork, lines)
  if (limit === 'short') return overShortHolds(lines)
  const { perNetwork, stockPart, waitMinutes } = unconfirmedHolds
  const wait = sql`make_interval(mins => ${waitMinutes})`
  return sql`
    select 1 from ${unitsTable(lines)}
    join ${products} as wine on wine.id = units.product_id and wine.stock is not null
    cross join lateral (
      select coalesce(sum(line.quantity), 0) as everywhere,
        coalesce(sum(line.quantity) filter (where other.holder_network = ${holderNetwork}), 0) as here
      from ${checkouts} as other
      join ${checkoutLines} as line on line.checkout_id = other.id
      left join ${users} as holder on holder.id = other.user_id
      where other.state = 'open' and other.holder_network is not null
        and not coalesce(holder.email_verified, false) and line.product_id = wine.id
    ) as holds
    where holds.here + units.quantity > ${perNetwork}
      or holds.everywhere + units.quantity > ceil(wine.stock / ${stockPart}::numeric)
      or exists (
        select 1 from ${checkouts} as earlier
        where earlier.user_id = ${userId}::uuid
          and earlier.ended_at > ${startedAt.toISOString()}::timestamptz - ${wait}
          -- A checkout replaced within the wait by a changed cart does not count.
          and (earlier.state = 'expired'
            or earlier.state = 'cancelled' and earlier.ended_at - earlier.started_at > ${wait}))`
}

/**
 * The statement that writes a checkout divides by zero where units of an allocation were held and then
 * not those of the wine: an error is what undoes a statement as a whole.
 */
const isPartialHold = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return (cause as { code?: string }).code === '22012'
}

/** The user's allocations of these wines, in order of id. */
const ownAllocations = (userId: string, lines: readonly NewCheckoutLine[]) => sql`
  select a.id from ${allocations} as a
  where a.user_id = ${userId}::uuid
    and a.product_id in (${sql.join(
      lines.map(({ productId }) => sql`${productId}`),
      sql`, `,
    )})
  order by a.id for no key update`

const lockOwnAllocations = (tx: Queryable, userId: string, lines: readonly NewCheckoutLine[]) =>
  tx.execute(ownAllocations(userId, lines))

/**
 * What is drawn on which of the user's usable allocations: the one whose promise ends first comes
 * first. Nothing of a wine whose allocations don't suffice and that is not sold to everybody.
 */
const usableAllocations = (row: Checkout, lines: readonly NewCheckoutLine[]) => sql`
  select planned.id, planned.take from (
    select usable.*, least(free, greatest(0, quantity - before))::int as take,
      sum(free) over (partition by product_id) as all_free
    from (
      select a.id, a.product_id, units.quantity, a.units - a.held - a.bought as free,
        coalesce(sum(a.units - a.held - a.bought) over (
          partition by a.product_id
          order by coalesce(a.promise_until, r.promise_until, r.closes_at), a.id
          rows between unbounded preceding and 1 preceding), 0) as before
      from ${unitsTable(lines)} join ${allocations} as a on a.product_id = units.product_id
      left join releases as r on r.id = a.release_id
      left join release_waves as w on w.id = a.wave_id
      where a.user_id = ${row.userId}::uuid
        and ${isUsable({ isRehearsal: sql`${row.isRehearsal}::boolean` })}
        and not exists (
          -- Of a wine that is in another release by now, or whose release is paused.
          select 1 from release_wines as other join releases as now_in
            on now_in.id = other.release_id and now_in.state <> 'draft'
          where other.product_id = a.product_id and other.is_current
            and ((now_in.state = 'paused' and now_in.closes_at > now()) or a.release_id <> now_in.id and a.origin <> 'grant'))
    ) as usable
  ) as planned
  join ${products} as p on p.id = planned.product_id
  where planned.take > 0 and (planned.all_free >= planned.quantity or ${isSoldFreely({ forOffers: false, isRehearsal: row.isRehearsal })})`

/** A release of the wine `p` is paused: then no channel sells it. */
const isPaused = sql`exists (select 1 from release_wines as rw join releases as r
  on r.id = rw.release_id and r.state = 'paused' and r.closes_at > now() where rw.product_id = p.id and rw.is_current)`

async function writeCheckout(
  db: Queryable,
  row: Checkout,
  lines: readonly NewCheckoutLine[],
  cart: CartRead | null,
  limit: Limit,
): Promise<Checkout | NotWritten> {
  const turn =
    cart && cart.version !== null
      ? sql`update ${carts} set version = version + 1, updated_at = now()
        where user_id = ${cart.userId} and version = ${cart.version} returning 1`
      : sql`select 1`
  const isWhole = sql`(select count(*) from held) = ${lines.length}`
  const rows = lines.map((line) => ({ ...line, checkoutId: row.id }))
  // An offer has no allocation, not even of a buyer who is signed in.
  const drawn = cart?.hasAllocations
    ? sql`locked as materialized (
        select count(*) from (${ownAllocations(cart.userId, lines)}) as own, turn
      ), planned as materialized (${usableAllocations(row, lines)}
      ), drawn as (
        update ${allocations} as a set held = a.held + planned.take
        from planned, turn, locked
        where a.id = planned.id and a.held + a.bought + planned.take <= a.units
          and not exists (select 1 from over)
        returning a.id, a.product_id, planned.take, a.is_promised
      )`
    : sql`drawn as (
        select null::uuid as id, null::text as product_id, 0 as take, false as is_promised
        where false
      )`
  const result = await db.execute<{ turns: string; held: string; over: string }>(sql`
    with turn as (${turn}), over as (${overLimit(row, lines, limit)}), ${drawn}, drawn_of as (
      select product_id, sum(take) as units, coalesce(sum(take) filter (where is_promised), 0) as kept
      from drawn group by product_id
    ), held as (
      update ${products} as p
      set held = p.held + units.quantity, promised = p.promised - coalesce(drawn_of.kept, 0)
      from ${unitsTable(lines)} left join drawn_of on drawn_of.product_id = units.product_id, turn
      where p.id = units.product_id
        and case when drawn_of.units = units.quantity then not ${isPaused}
          else ${isSoldFreely({ forOffers: cart === null, isRehearsal: row.isRehearsal })} end
        and (p.stock is null
          or p.held + p.sold + p.promised + units.quantity - coalesce(drawn_of.kept, 0) <= p.stock)
        and not exists (select 1 from over)
      returning 1
    ), made as (${insertIf(checkouts, [row], isWhole)}),
      made_lines as (${insertIf(checkoutLines, rows, isWhole)}),
      made_draws as (
        insert into ${checkoutAllocations} (checkout_id, allocation_id, units)
        select ${row.id}::uuid, id, take from drawn where ${isWhole}
      )
    select (select count(*) from turn) as turns, (select count(*) from held) as held,
      (select count(*) from over) as over,
      1 / (case when exists (select 1 from drawn) and not (${isWhole}) then 0 else 1 end) as whole`)
  const { turns, held, over } = result.rows[0]!
  if (Number(turns) === 0) return 'cart-moved'
  if (Number(over) > 0) return 'hold-limit'
  return Number(held) === lines.length ? row : 'sold-out'
}

/** Writes an offer's checkout, or what staff add, as `insertCheckout` does; `taken` when its buyer has an open one. */
export async function insertOfferCheckout(
  db: Database,
  checkout: NewCheckout & { sale?: never },
  line: NewCheckoutLine,
): Promise<Checkout | Exclude<NotWritten, 'cart-moved'> | 'taken'>
export async function insertOfferCheckout(
  db: Database,
  checkout: AskedCheckout,
  line: NewCheckoutLine,
  cart: CartRead,
): Promise<Checkout | Exclude<NotWritten, 'cart-moved'> | Forbidden | 'taken'>
export async function insertOfferCheckout(
  db: Database,
  { sale = null, ...checkout }: NewCheckout & { sale?: StateSale | null },
  line: NewCheckoutLine,
  cart: CartRead | null = null,
): Promise<Checkout | Exclude<NotWritten, 'cart-moved'> | Forbidden | 'taken'> {
  try {
    const row = await insertCheckout(db, { ...checkout, sale }, [line], cart)
    return row === 'cart-moved' ? 'taken' : row
  } catch (error) {
    if (isUniqueViolation(error, 'checkouts_one_open_per_offer_buyer')) return 'taken'
    throw error
  }
}

/**
 * Writes the checkout of a sale started outside the shop (a payment link); it holds no stock.
 * Nothing is written when its session has one already.
 */
export async function insertForeignCheckout(
  tx: Transaction,
  checkout: NewCheckout & Pick<Checkout, 'sessionId'>,
  lines: readonly NewCheckoutLine[],
): Promise<void> {
  const [row] = await tx
    .insert(checkouts)
    .values({ ...unset, ...checkout, state: 'expired' })
    .onConflictDoNothing()
    .returning({ id: checkouts.id })
  if (!row) return
  await tx.insert(checkoutLines).values(lines.map((line) => ({ ...line, checkoutId: row.id })))
}

/** Defaults of a new checkout. */
const unset = {
  state: 'open',
  attempt: 1,
  sessionId: null,
  sessionUrl: null,
  paymentIntentId: null,
  buyerKey: null,
  holderNetwork: null,
  isRehearsal: false,
  email: null,
  verdict: null,
  confirmationToken: null,
  endedAt: null,
} as const
