import type { SQL, SQLWrapper } from 'drizzle-orm'
import { eq, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { products } from '../wines/tables.ts'
import type { DecidingRelease } from './release.rules.ts'
import type { WineRelease } from './wine-release.rules.ts'

/** The time by which releases open and close: the database's, the same for every process. */
export const databaseClock = sql`now()`

/** The phase of the release `r`, by the same rule as `phaseOf` in the domain. */
export const phaseSql = (at: SQL) => sql`case when r.state = 'draft' then 'draft'
  when r.state = 'ended' or r.closes_at <= ${at} then 'closed'
  when r.state = 'paused' then 'paused'
  when r.opens_at <= ${at} then 'open' else 'before' end`

/** The release that decides whether a wine is sold: its current one, unless that is a draft. */
const deciding = (productId: SQLWrapper) => sql`release_wines as rw join releases as r
  on r.id = rw.release_id and r.state <> 'draft'
  where rw.product_id = ${productId} and rw.is_current`

/** The id of the release that decides whether a wine is sold, or null. */
export const decidingRelease = (productId: string) =>
  sql<string | null>`(select r.id from ${deciding(sql`${productId}`)})`

/** The name and phase of the release that decides whether a wine is sold, or null. */
export const decidingPhase = (productId: SQLWrapper) =>
  sql<DecidingRelease | null>`(
    select json_build_object('name', r.name, 'phase', ${phaseSql(databaseClock)})
    from ${deciding(productId)})`

/** The day from which this release ships, or null. */
export const saleShipsFrom = (productId: SQLWrapper) =>
  sql<string | null>`(select r.ships_from::text from ${deciding(productId)})`

/**
 * SQL condition: anybody may buy the wine `p` from the free pool. In a release: by the cart while a release
 * of kind `open` is open, with `forOffers` by offers and payment links while any release is open. Without a
 * release its own state decides.
 */
export const isSoldFreely = ({
  forOffers,
  isRehearsal = false,
}: {
  forOffers: boolean
  isRehearsal?: boolean
}) => sql`coalesce((
    select ${phaseSql(databaseClock)} = any (${isRehearsal ? '{open,before}' : '{open}'}::text[])
      and (r.kind = 'open' or ${forOffers}::boolean)
    from ${deciding(sql`p.id`)}), p.release_state = 'on-sale')`

/**
 * SQL condition: an allocation `a` can be used now; `r` and `w` are its release and wave, if any. A grant is
 * usable until its own promise ends, regardless of the release's hours. Nothing is usable while the release
 * is paused.
 */
export const isUsable = ({
  isRehearsal,
  at = databaseClock,
}: {
  isRehearsal: SQL
  at?: SQL
}) => sql`
  coalesce(r.state <> 'paused' or r.closes_at <= ${at}, true) and case when a.origin = 'grant' then a.promise_until > ${at}
    else r.state = 'scheduled' and r.closes_at > ${at}
      and (${isRehearsal} and r.opens_at > ${at} or greatest(r.opens_at, w.opens_at) <= ${at}) end`

/**
 * The release of the wine `products` for a buyer (an SQL expression of their id, or null) as a JSON value;
 * null for a wine without a release, unless a request of theirs was granted: then that grant stands in for
 * one. `kept` and `unkept` are the units of their usable allocations that are in the wine's promised units,
 * and that are not.
 */
export const wineReleaseSql = (
  userId: SQL,
  { isStaff = sql`false`, at = databaseClock }: { isStaff?: SQL; at?: SQL } = {},
) => sql<WineReleaseRow | null>`coalesce((
  select json_build_object(
    'id', r.id, 'name', r.name, 'kind', r.kind, 'promise', r.promise, 'phase', ${phaseSql(at)},
    'opensAt', r.opens_at, 'closesAt', r.closes_at, 'banner', r.banner,
    'announcement', r.announcement, 'text', r.text, 'pauseReason', r.pause_reason,
    'shipsFrom', r.ships_from, 'position', rw.position,
    'isStaff', ${isStaff} and r.opens_at > ${at},
    'own', ${ownSql(userId, isStaff, at)})
  from ${deciding(sql`products.id`)}
), (
  select json_build_object(
    'id', 'granted', 'name', ${grantedName}::text, 'kind', 'allocated', 'promise', 'guaranteed',
    'phase', 'closed', 'opensAt', ${at}, 'closesAt', ${at}, 'banner', '', 'announcement', '',
    'text', '', 'pauseReason', '', 'shipsFrom', null, 'position', 0, 'isStaff', false,
    'own', granted.own)
  from (select products.id as product_id) as rw left join releases as r on false
  cross join lateral (select ${ownSql(userId, sql`false`, at)} as own) as granted
  where granted.own is not null
))`

/** What stands above a wine that is in no release and was granted to the buyer. */
const grantedName = 'Set aside for you'

/** SQL condition: units of an allocation can still be bought, as its release has not ended or it is a grant. */
const isStillUsable = (at: SQL) =>
  sql`a.origin = 'grant' or r.state <> 'ended' and r.closes_at > ${at}`

const ownSql = (userId: SQL, isStaff: SQL, at: SQL) => sql`(
  select json_build_object(
    'units', sum(a.units), 'bought', sum(a.bought), 'held', sum(a.held),
    'left', coalesce(sum(a.units - a.held - a.bought) filter (where ${isStillUsable(at)}), 0),
    'kept', coalesce(sum(a.units - a.held - a.bought) filter (where u.now and a.is_promised), 0),
    'unkept', coalesce(sum(a.units - a.held - a.bought) filter (where u.now and not a.is_promised), 0),
    'opensAt', min(greatest(r.opens_at, w.opens_at)) filter (where not u.now and a.origin <> 'grant'
      and greatest(r.opens_at, w.opens_at) > ${at}),
    'keptUntil', min(coalesce(a.promise_until, r.promise_until, r.closes_at))
      filter (where a.is_promised and a.units > a.bought),
    'isUnseen', bool_or(a.visited_at is null),
    'takesMore', coalesce((
      select q.is_open from request_queues as q where q.product_id = rw.product_id), false),
    'askedMore', coalesce((
      select asked.units from requests as asked where asked.user_id = ${userId}
        and asked.kind = 'more' and asked.product_id = rw.product_id and asked.state = 'open'), 0),
    'isAnsweredHere', exists (
      select from shop_switches where name = 'answer-requests' and is_on))
  from allocations as a
  left join release_waves as w on w.id = a.wave_id
  cross join lateral (select ${isUsable({ isRehearsal: isStaff, at })} as now) as u
  where a.user_id = ${userId} and a.product_id = rw.product_id
    and (a.release_id = r.id or a.origin = 'grant')
    and (a.origin <> 'grant' or a.promise_until > ${at})
  having sum(a.units) > 0)`

/** The JSON value as the database returns it. */
export type WineReleaseRow = Omit<WineRelease, 'own' | 'isRehearsal'> & {
  position: number
  isStaff: boolean
  own: {
    units: number
    bought: number
    held: number
    left: number
    kept: number
    unkept: number
    opensAt: string | null
    keptUntil: string | null
    isUnseen: boolean
    takesMore: boolean
    askedMore: number
    isAnsweredHere: boolean
  } | null
}

/** The release of a wine for a buyer; null without a release or for an unknown wine. */
export async function releaseOfBuyer(
  db: Queryable,
  userId: string,
  productId: string,
): Promise<WineReleaseRow | null> {
  const [row] = await db
    .select({ release: wineReleaseSql(sql`${userId}::uuid`) })
    .from(products)
    .where(eq(products.id, productId))
  return row?.release ?? null
}
