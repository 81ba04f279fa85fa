import { isDeepStrictEqual } from 'node:util'

import { sql } from 'drizzle-orm'

import type { Database } from '#platform/database/connection.server.ts'

import { expectText } from './expected-text.ts'
import { loggedBy } from './test-log.ts'

type Row = Record<string, unknown>
/** A table's rows by their keys, and its columns that are the moment of the row by default. */
type Table = { rows: Map<string, Row>; stamps: readonly string[] }
type Tables = Map<string, Table>

/** Columns of no action: search words that the database makes, and ids of rows, which are named where they matter. */
const unsaid = new Set(['id', 'words'])

/**
 * Writes down what steps of work answer and change in the database, to be compared with a file that was read and found
 * right. A row that a step adds is `+`, one that it changes `~`, one that it removes `-`, a line of the log `!`: whatever
 * it forgets, writes beside or tells another person is a line too few or too many.
 *
 * `names` are shown in place of ids and addresses, `#` in place of other ids, and `now+24h` in place of moments by the computer's clock.
 * Values that a row has by default are left out, and blank fields of what is stored or answered as JSON.
 */
export function openScenario(db: Database, names: Record<string, string> = {}) {
  const lines: string[] = []
  const shown = (value: unknown) => shownWith(names, value)
  return {
    names,
    async step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
      const before = await allRows(db)
      const logged = loggedBy(db)
      logged.length = 0
      const result = await work()
      const after = await allRows(db)
      lines.push('', `## ${title}`)
      if (result !== undefined) lines.push(`= ${shown(result)}`)
      lines.push(...changesBetween(before, after, shown), ...logged.map(lineOf(shown)).toSorted())
      return result
    },
    /** Writes down what is read, without a look at the tables: half the time of a step. */
    async read<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
      const result = await work()
      lines.push('', `## ${title}`, `= ${shown(result)}`)
      return result
    },
    /** Compares everything with the file of that name beside the test. */
    expectWritten: (name: string) => expectText(name, lines),
  }
}

const lineOf =
  (shown: (value: unknown) => string) =>
  ({ level, fields, message }: ReturnType<typeof loggedBy>[number]) =>
    `! ${level}: ${message}${fieldsOf(fields as Row, (value) => (value instanceof Error ? value.name : shown(value)))}`

function changesBetween(before: Tables, after: Tables, shown: (value: unknown) => string) {
  const lines: string[] = []
  for (const [table, { rows, stamps }] of after) {
    // Emails of one statement are numbered in any order.
    const own = table === 'mails' ? new Set([...unsaid, 'number']) : unsaid
    const left = (row: Row) =>
      new Set([...own, ...stamps.filter((name) => shown(row[name]) === 'now')])
    const earlier = before.get(table)!.rows
    for (const [key, row] of rows) {
      const was = earlier.get(key)
      if (!was) lines.push(`+ ${table}${fieldsOf(row, shown, left(row))}`)
      else if (!isDeepStrictEqual(was, row))
        lines.push(`~ ${table}${labelOf(row, shown)}:${changesOf(was, row, shown)}`)
    }
    for (const [key, row] of earlier)
      if (!rows.has(key)) lines.push(`- ${table}${fieldsOf(row, shown, left(row))}`)
  }
  return lines.toSorted()
}

const fieldsOf = (row: Row, shown: (value: unknown) => string, without = unsaid) =>
  Object.entries(row)
    .map(([name, value]) => [name, isEmpty(value) ? '' : shown(value)] as const)
    .filter(([name, value]) => !without.has(name) && value !== '')
    .map(([name, value]) => ` ${name}=${value}`)
    .join('')

/** What a changed row is about: what it points at, and of what kind it is. */
const labelOf = (row: Row, shown: (value: unknown) => string) =>
  fieldsOf(
    Object.fromEntries(Object.entries(row).filter(([name]) => isLabel.test(name))),
    shown,
    new Set(),
  ).replaceAll(/ \w+=#/g, '')

const isLabel = /^(id|key|kind|reason|subject|email|recipient|name)$|_id$/

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0)

const changesOf = (was: Row, row: Row, shown: (value: unknown) => string) =>
  Object.entries(row)
    .filter(([name, value]) => !unsaid.has(name) && !isDeepStrictEqual(value, was[name]))
    .map(([name, value]) => ` ${name}=${shown(was[name])}→${shown(value)}`)
    .join('')

/** Minutes from now within which a moment is of the computer's clock: tests set their own years ahead. */
const aboutNow = 60 * 24 * 800
/** Rounded to five minutes, so that a test may take four of them. */
const slow = 120_000
const moments = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00(?::00)?|Z)/g
/** The same in words: `12/6/2026, 10:28 PM PST`, `December 6, 2026 at 10:28 PM PST`. */
const writtenMoments = /(?:\d+\/\d+\/\d{4},|[A-Z]\w+ \d+, \d{4} at) \d+:\d\d [AP]M P[SD]T/g
/** Tokens, cookies, hashes and passwords, which are others each time. */
const secrets = /[\w%+=$.-]{30,}/g
/** Objects of the payment provider. */
const provided =
  /(?<![\w-])(cs_test|ctoken|cus|du|evt|pi|pm|price|re|txr)_[A-Za-z0-9]{14,}(?![\w%+=$-])/g
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A field that is blank, and one that is not there, read alike: a new field of an address changes no line. */
function withoutBlanks(this: unknown, _name: string, value: unknown) {
  return value === '' && !Array.isArray(this) ? undefined : value
}

function shownWith(names: Readonly<Record<string, string>>, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, withoutBlanks)
  const readable = text.startsWith('\\x') ? fromHex(text.slice(2)) : text
  // It has the moment of its making.
  if (readable.startsWith('%PDF')) return 'PDF'
  return Object.entries(names)
    .reduce((named, [id, name]) => named.replaceAll(id, name), readable)
    .replaceAll(moments, (moment) => agoOf(moment) ?? new Date(moment).toISOString())
    .replaceAll(writtenMoments, (moment) => agoOf(moment.replace(' at', '')) ?? moment)
    .replaceAll(uuids, '#')
    .replaceAll(provided, '$1_#')
    .replaceAll(/\.[\w-]{22}(?![\w%+=$.-])/g, '.*')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replaceAll(secrets, '*')
}

/** How far a moment is from now; null of one that is set by a test, years ahead. */
function agoOf(moment: string): string | null {
  const ms = new Date(moment).getTime() - Date.now()
  const minutes = Math.round((ms + slow) / 300_000) * 5
  if (Math.abs(minutes) > aboutNow) return null
  const hours = Math.round(minutes / 60)
  const off = Math.abs(minutes) < 180 ? `${minutes}m` : `${hours}h`
  return minutes === 0 ? 'now' : `now${minutes > 0 ? '+' : ''}${off}`
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').toString().replaceAll('\r\n', '⏎')

/** The rows of every table of the shop by their primary keys, and the jobs that wait. */
async function allRows(db: Database): Promise<Tables> {
  const { rows: tables } = await db.execute<{
    name: string
    keys: string[]
    stamps: string[]
  }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as keys, array(
      select col.attname::text from pg_attribute as col join pg_attrdef as def
        on def.adrelid = col.attrelid and def.adnum = col.attnum
      where col.attrelid = c.oid and pg_get_expr(def.adbin, c.oid) = 'now()') as stamps
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.oid, c.relname order by c.relname`)
  const each = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, to_jsonb(t) as row from ${sql.identifier(name)} as t`,
  )
  tables.push({ name: 'jobs', keys: ['id'], stamps: ['run_at'] })
  each.push(sql`select 'jobs', jsonb_build_object('id', job.id, 'task', task.identifier, 'key', job.key,
      'payload', job.payload, 'run_at', job.run_at)
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id`)
  const { rows } = await db.execute<{ name: string; row: Row }>(sql.join(each, sql` union all `))
  const byTable = Map.groupBy(rows, ({ name }) => name)
  const keyOf = (keys: readonly string[], row: Row) => keys.map((key) => row[key]).join(' ')
  return new Map(
    tables.map(({ name, keys, stamps }) => [
      name,
      { rows: new Map(byTable.get(name)?.map(({ row }) => [keyOf(keys, row), row])), stamps },
    ]),
  )
}
