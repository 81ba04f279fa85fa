import type { SQL } from 'drizzle-orm'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { complianceReports } from '../tables.ts'
import type { ReportFormat } from './formats.rules.ts'
import type { Period } from './period.rules.ts'

export type Report = typeof complianceReports.$inferSelect
type ReportKey = { state: string; period: Period; format: ReportFormat }

/** What lists show of a report: all but its file. */
const { file: _file, ...shown } = getTableColumns(complianceReports)
export type ListedReport = Omit<Report, 'file'>

/** Makes reports of the same state, period and format one after another, until the transaction ends. */
export async function lockReports(
  tx: Transaction,
  { state, period, format }: ReportKey,
): Promise<void> {
  const key = `report ${state} ${period.every} ${period.from} ${format}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

const sameReport = ({
  state,
  every,
  from,
  format,
}: Pick<Report, 'state' | 'every' | 'from' | 'format'>) =>
  and(
    eq(complianceReports.state, state),
    eq(complianceReports.every, every),
    eq(complianceReports.from, from),
    eq(complianceReports.format, format),
  )

/** The last version of a report, or null. */
export async function lastVersion(
  db: Queryable,
  { state, period: { every, from }, format }: ReportKey,
): Promise<Report | null> {
  const [row] = await db
    .select()
    .from(complianceReports)
    .where(sameReport({ state, every, from, format }))
    .orderBy(desc(complianceReports.version))
    .limit(1)
  return row ?? null
}

export async function insertReport(
  tx: Transaction,
  report: typeof complianceReports.$inferInsert,
): Promise<string> {
  const [row] = await tx
    .insert(complianceReports)
    .values(report)
    .returning({ id: complianceReports.id })
  return row!.id
}

export async function reportById(db: Queryable, id: string): Promise<Report | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(complianceReports).where(eq(complianceReports.id, id))
  return row ?? null
}

/** The same, its row locked. */
export async function lockReport(tx: Transaction, id: string): Promise<Report | null> {
  if (!isUuid(id)) return null
  const [row] = await tx
    .select()
    .from(complianceReports)
    .where(eq(complianceReports.id, id))
    .for('update')
  return row ?? null
}

/** All versions of a report, the newest first. */
export const versionsOf = (db: Queryable, report: Report): Promise<ListedReport[]> =>
  db
    .select(shown)
    .from(complianceReports)
    .where(sameReport(report))
    .orderBy(desc(complianceReports.version))

/** The version before, with its file. */
export async function versionBefore(db: Queryable, report: Report): Promise<Report | null> {
  const [row] = await db
    .select()
    .from(complianceReports)
    .where(and(sameReport(report), eq(complianceReports.version, report.version - 1)))
  return row ?? null
}

/** Notes when and by whom a report was filed; nulls take that back. */
export async function writeFiled(
  tx: Transaction,
  id: string,
  filed: Pick<Report, 'filedOn' | 'filedBy'>,
): Promise<void> {
  await tx.update(complianceReports).set(filed).where(eq(complianceReports.id, id))
}

type Which = { state: string | null; period: Period | null; before?: string | null }

/** Made reports, newest first: so many, and whether there are more. `before`: older than this one. */
export async function madeReports(
  db: Queryable,
  { state, period, before = null }: Which,
  count: number,
): Promise<{ reports: ListedReport[]; older: string | null }> {
  const conditions: (SQL | undefined)[] = [
    state ? eq(complianceReports.state, state) : undefined,
    period
      ? and(eq(complianceReports.every, period.every), eq(complianceReports.from, period.from))
      : undefined,
    before && isUuid(before)
      ? sql`(${complianceReports.madeAt}, ${complianceReports.id}) < (
          select made_at, id from ${complianceReports} as newer where newer.id = ${before})`
      : undefined,
  ]
  const rows = await db
    .select(shown)
    .from(complianceReports)
    .where(and(...conditions))
    .orderBy(desc(complianceReports.madeAt), desc(complianceReports.id))
    .limit(count + 1)
  const reports = rows.slice(0, count)
  return { reports, older: rows.length > count ? reports.at(-1)!.id : null }
}

/** Of which periods there are reports, newest first. */
export async function reportedPeriods(db: Queryable): Promise<Period[]> {
  return db
    .selectDistinct({
      every: complianceReports.every,
      from: complianceReports.from,
      until: complianceReports.until,
    })
    .from(complianceReports)
    .orderBy(desc(complianceReports.until), desc(complianceReports.from))
    .limit(200)
}

/** The columns of the last general list: of this state, or else of any. */
export async function lastColumns(db: Queryable, state: string | null): Promise<string[] | null> {
  const [row] = await db
    .select({ figures: complianceReports.figures })
    .from(complianceReports)
    .where(eq(complianceReports.format, 'general'))
    .orderBy(
      sql`${complianceReports.state} is not distinct from ${state} desc`,
      desc(complianceReports.madeAt),
    )
    .limit(1)
  return row?.figures.columns ?? null
}

export type DueReport = Period & {
  state: string
  /** The last day on which it is in time. */
  dueOn: string
  /** The last of the versions that were made, whatever their format. */
  made: string | null
}

const monthsOf = sql`make_interval(months => case licence.reports_every
  when 'month' then 1 when 'quarter' then 3 when 'half-year' then 6 else 12 end)`

/** The first day of the period of a license in which a day is. */
const periodBegin = (day: SQL) => sql`(date_trunc(case licence.reports_every
    when 'half-year' then 'year' else licence.reports_every end, ${day})
  + case when licence.reports_every = 'half-year' and extract(month from ${day}) > 6
    then interval '6 months' else interval '0' end)`

/**
 * Reports that licenses ask for and that are not filed, on the shop's calendar day: of periods since the one before
 * the license was entered. With `running` the present ones, too.
 */
export const reportsDue = (today: string, { running = false } = {}): SQL => sql`
  select due.state, due.every, due.from_day, due.until_day, min(due.due_on) as due_on
  from (
    select licence.state, licence.reports_every as every, span.from_day, span.until_day,
      least(span.until_day + licence.reports_due_day - 1,
        (span.until_day + interval '1 month' - interval '1 day')::date) as due_on
    from ${licences} as licence
    cross join lateral (select greatest(licence.from_day::timestamp,
      day_in(licence.state, licence.added_at) - ${monthsOf}) as day) as first
    cross join lateral generate_series(${periodBegin(sql`first.day`)},
      least(${today}::date, licence.until_day)::timestamp, ${monthsOf}) as begun
    cross join lateral (select begun::date as from_day, (begun + ${monthsOf})::date as until_day) as span
    where licence.reports_every is not null
  ) as due
  where (due.until_day <= ${today}::date or ${running})
    and not exists (select from ${complianceReports} as filed where filed.state = due.state
      and filed.every = due.every and filed.from_day = due.from_day and filed.filed_on is not null)
  group by due.state, due.every, due.from_day, due.until_day`

/** The same, the most urgent first, each with what was made of it. */
export async function dueReports(
  db: Queryable,
  today: string,
  { state = null, running = false }: { state?: string | null; running?: boolean } = {},
): Promise<DueReport[]> {
  const { rows } = await db.execute<DueReport>(sql`
    select due.state, due.every, due.from_day::text as from, due.until_day::text as until,
      due.due_on::text as "dueOn",
      (select id from ${complianceReports} as made where made.state = due.state
        and made.every = due.every and made.from_day = due.from_day
        order by made_at desc, id limit 1) as made
    from (${reportsDue(today, { running })}) as due
    where ${state}::text is null or due.state = ${state}
    order by due.due_on, due.state`)
  return rows
}
