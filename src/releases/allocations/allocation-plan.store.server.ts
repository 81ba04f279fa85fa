import type { SQL } from 'drizzle-orm'
import { asc, eq, sql } from 'drizzle-orm'

import type { AllocationRule, ClubCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { allocationRules, allocations, releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { unitsByPlace, unitsOfWines } from './rules-form.rules.ts'

/** The rules of a release in their order. */
export async function rulesOf(db: Queryable, releaseId: string): Promise<AllocationRule[]> {
  return db
    .select({
      condition: allocationRules.condition,
      atLeast: allocationRules.atLeast,
      ofLast: allocationRules.ofLast,
      cents: allocationRules.cents,
      months: allocationRules.months,
      units: allocationRules.units,
      waveId: allocationRules.waveId,
    })
    .from(allocationRules)
    .where(eq(allocationRules.releaseId, releaseId))
    .orderBy(asc(allocationRules.position))
}

/** Replaces the rules of a release. */
export async function writeRules(
  tx: Transaction,
  releaseId: string,
  rules: readonly AllocationRule[],
): Promise<void> {
  await tx.delete(allocationRules).where(eq(allocationRules.releaseId, releaseId))
  if (rules.length === 0) return
  await tx
    .insert(allocationRules)
    .values(rules.map((rule, index) => ({ ...rule, releaseId, position: index + 1 })))
}

const levelOf = (condition: ClubCondition) => Number(condition.slice('club-'.length))

/** SQL condition: a rule matches the account `u`. */
function matches(rule: AllocationRule, releaseId: string): SQL {
  switch (rule.condition) {
    case 'confirmed':
      return sql`u.email_verified`
    case 'everyone':
      return sql`true`
    case 'bought':
      return sql`${rule.atLeast}::int <= (
        select count(distinct last.id) from (
          select r.id, r.opens_at from releases as r
          where r.state <> 'draft'
            and r.opens_at < (select opens_at from releases where id = ${releaseId}::uuid)
          order by r.opens_at desc limit ${rule.ofLast}::int) as last
        join order_lines as l on l.release_id = last.id and l.returned < l.quantity
        join orders as o on o.id = l.order_id
        where o.user_id = u.id and o.created_at >= last.opens_at)`
    case 'spent':
      return sql`${rule.cents}::int <= (
        select coalesce(sum(o.total_cents - o.refunded_cents), 0) from orders as o
        where o.user_id = u.id and o.created_at > now() - make_interval(months => ${rule.months}::int))`
    default:
      return sql`u.membership and u.membership_level = ${levelOf(rule.condition)}::int`
  }
}

/**
 * The first matching rule of each account, as rows of an account and the rule's index; -1 is none. Wine that is
 * allocated by rules is for customers: staff get some by hand alone.
 */
const ruled = (rules: readonly AllocationRule[], releaseId: string) => {
  const cases = rules.map((rule, index) => sql`when ${matches(rule, releaseId)} then ${index}::int`)
  const first = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} else -1 end` : sql`-1`
  return sql`select u.id as user_id, ${first} as rule from users as u
    where u.erase_at is null and u.role <> 'staff'`
}

/** Units by rule and wine, without wines that are not in the release. */
const given = (rules: readonly AllocationRule[], releaseId: string) => {
  const rows = rules.flatMap(({ units, waveId }, rule) =>
    Object.entries(units).map(([productId, count]) => ({ rule, productId, count, waveId })),
  )
  return sql`select given.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (rule int, "productId" text, count int, "waveId" uuid)
    join ${releaseWines} as rw on rw.release_id = ${releaseId}::uuid and rw.product_id = "productId"
    where count > 0`
}

export type PlannedWine = {
  productId: string
  title: string
  /** Units of all allocations after a build. */
  units: number
  /** Units available for these allocations; null is no limit. */
  stock: number | null
}

export type AllocationPlan = {
  /** Number of accounts by their first matching rule, in the order of the rules. */
  people: number[]
  /** Number of accounts without a matching rule, and the first of them by name. */
  unmatched: number
  unmatchedPeople: { id: string; name: string; email: string }[]
  /** Number of allocations set by hand or by a file, which a build keeps or replaces. */
  setByHand: number
  wines: PlannedWine[]
}

/** How many of `unmatchedPeople` a preview lists. */
const mostNamed = 20

/** The result of a build, as a preview: nothing is written. */
export async function planAllocations(
  db: Queryable,
  releaseId: string,
  { rules, keepManual }: { rules: readonly AllocationRule[]; keepManual: boolean },
): Promise<AllocationPlan> {
  const { rows: counted } = await db.execute<{ rule: number; people: string }>(sql`
    select rule, count(*) as people from (${ruled(rules, releaseId)}) as ruled group by rule`)
  const of = (rule: number) => Number(counted.find((row) => row.rule === rule)?.people ?? 0)
  const { rows: wines } = await db.execute<{
    id: string
    title: string
    units: string
    stock: number | null
  }>(sql`
    with ruled as (${ruled(rules, releaseId)}), given as (${given(rules, releaseId)}),
    planned as (
      select ruled.user_id, given."productId" as product_id, given.count as units
      from ruled join given on given.rule = ruled.rule
    ), after as (
      select coalesce(there.product_id, planned.product_id) as product_id, case
        when there.id is not null and ${keepManual}::boolean and there.origin <> 'rule' then there.units
        else greatest(coalesce(planned.units, 0), coalesce(there.held + there.bought, 0)) end as units
      from planned full join (
        select * from ${allocations} where release_id = ${releaseId}::uuid and origin <> 'grant'
      ) as there on there.user_id = planned.user_id and there.product_id = planned.product_id
    )
    select p.id, p.title || ', ' || p.subtitle as title, coalesce(sum(after.units), 0) as units,
      p.stock - p.held - p.sold - p.promised + coalesce(own.taken + own.promised, 0) as stock
    from ${releaseWines} as rw join ${products} as p on p.id = rw.product_id
    left join after on after.product_id = p.id
    left join lateral (
      select sum(a.held + a.bought)::int as taken,
        coalesce(sum(a.units - a.held - a.bought) filter (where a.is_promised), 0)::int as promised
      from ${allocations} as a
      where a.release_id = ${releaseId}::uuid and a.product_id = p.id and a.origin <> 'grant'
    ) as own on true
    where rw.release_id = ${releaseId}::uuid
    group by p.id, rw.position, own.taken, own.promised order by rw.position`)
  const { rows: unmatchedPeople } = await db.execute<AllocationPlan['unmatchedPeople'][number]>(sql`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email
    from (${ruled(rules, releaseId)}) as ruled join users as u on u.id = ruled.user_id
    where ruled.rule = -1 order by u.last_name, u.first_name, u.id limit ${mostNamed}`)
  const setByHand = await db.$count(
    allocations,
    sql`release_id = ${releaseId}::uuid and origin in ('manual', 'file')`,
  )
  return {
    setByHand,
    people: rules.map((_rule, index) => of(index)),
    unmatched: of(-1),
    unmatchedPeople,
    wines: wines.map(({ id, title, units, stock }) => ({
      productId: id,
      title,
      units: Number(units),
      stock,
    })),
  }
}

type Build = {
  rules: readonly AllocationRule[]
  keepManual: boolean
  isPromised: boolean
  changedBy: string
}

/**
 * Builds the allocations of a release from its rules. Allocations of earlier rules that no longer match are
 * removed or lowered to what is held and bought; `keepManual` keeps manual ones and those of files. Updates
 * the wines' promised units. Returns how many allocations were written or lowered. Requires the release's
 * row to be locked.
 */
export async function buildFromRules(
  tx: Transaction,
  releaseId: string,
  { rules, keepManual, isPromised, changedBy }: Build,
): Promise<number> {
  await tx.execute(sql`
    select 1 from ${allocations} where release_id = ${releaseId}::uuid order by id for update`)
  await tx.execute(sql`
    select 1 from ${products} where id in
      (select product_id from ${releaseWines} where release_id = ${releaseId}::uuid)
    order by id for no key update`)
  const isReplaced = sql`(a.origin = 'rule' or not ${keepManual}::boolean)`
  const lowered = await tx.execute(sql`
    with ruled as (${ruled(rules, releaseId)}), given as (${given(rules, releaseId)})
    update ${allocations} as a set units = a.held + a.bought, version = a.version + 1,
      changed_at = now(), changed_by = ${changedBy}
    where a.release_id = ${releaseId}::uuid and a.origin <> 'grant' and ${isReplaced}
      and a.units > a.held + a.bought
      and not exists (select 1 from ruled join given on given.rule = ruled.rule
        where ruled.user_id = a.user_id and given."productId" = a.product_id)`)
  const written = await tx.execute(sql`
    with ruled as (${ruled(rules, releaseId)}), given as (${given(rules, releaseId)})
    insert into ${allocations} as a
      (release_id, product_id, user_id, wave_id, units, origin, is_promised, changed_by)
    select ${releaseId}::uuid, given."productId", ruled.user_id, given."waveId", given.count, 'rule',
      ${isPromised}::boolean, ${changedBy}
    from ruled join given on given.rule = ruled.rule
    on conflict (release_id, product_id, user_id) where origin <> 'grant' do update
      set units = greatest(excluded.units, a.held + a.bought), wave_id = excluded.wave_id,
        origin = 'rule', version = a.version + 1, changed_at = now(), changed_by = excluded.changed_by
      where ${isReplaced} and (a.units, a.wave_id, a.origin)
        is distinct from (greatest(excluded.units, a.held + a.bought), excluded.wave_id, 'rule')`)
  await tx.execute(sql`
    delete from ${allocations} as a where a.release_id = ${releaseId}::uuid and a.origin <> 'grant'
      and ${isReplaced} and a.units = 0
      and not exists (select 1 from checkout_allocations as d where d.allocation_id = a.id)`)
  await tx.execute(sql`
    update ${products} as p set promised = coalesce((
      select sum(a.units - a.held - a.bought) from ${allocations} as a
      where a.product_id = p.id and a.is_promised), 0)
    from ${releaseWines} as rw where rw.product_id = p.id and rw.release_id = ${releaseId}::uuid`)
  return (lowered.rowCount ?? 0) + (written.rowCount ?? 0)
}

/** Copies the rules of a release to its clone: waves by name, units by the wine's position. */
export async function copyRules(tx: Transaction, from: string, to: string): Promise<void> {
  const wines = await tx
    .select({ id: releaseWines.productId })
    .from(releaseWines)
    .where(eq(releaseWines.releaseId, from))
    .orderBy(asc(releaseWines.position))
  const { rows: waves } = await tx.execute<{ old: string; new: string }>(sql`
    select was.id as old, wave.id as new from release_waves as was
    join release_waves as wave on wave.release_id = ${to}::uuid and wave.name = was.name
    where was.release_id = ${from}::uuid`)
  const places = wines.map(({ id }) => id)
  const copied = (await rulesOf(tx, from)).flatMap((rule) => {
    const wave = waves.find(({ old }) => old === rule.waveId)
    return wave ? [{ ...rule, waveId: wave.new, units: unitsByPlace(rule.units, places) }] : []
  })
  await writeRules(tx, to, copied)
}

/** Replaces positions by wines in the rules of a clone, once its wines are chosen. */
export async function placeWinesInRules(
  tx: Transaction,
  releaseId: string,
  wines: readonly string[],
): Promise<void> {
  const rules = await rulesOf(tx, releaseId)
  if (rules.length === 0) return
  await writeRules(
    tx,
    releaseId,
    rules.map((rule) => ({ ...rule, units: unitsOfWines(rule.units, wines) })),
  )
}
