import type pg from 'pg'

/** One table of a backup. */
export type BackedUpTable = { name: string; columns: string[] }

/** Tables that migrations or each start of the queue fill; not backed up. */
const excluded = [
  'drizzle.__drizzle_migrations',
  'graphile_worker.migrations',
  'graphile_worker._private_known_crontabs',
]

/** Tables that triggers or migrations fill; no table references them. The release before reads running_totals. */
export const filledByTriggers = ['public.tasks', 'public.duplicates', 'public.running_totals']

const schemas = ['public', 'drizzle', 'graphile_worker']

/** The tables of the shop, each after the tables it references; those that triggers fill come last. */
export async function tablesInOrder(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { refers: string[] }>(
    `select n.nspname || '.' || c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns,
       coalesce((select array_agg(distinct rn.nspname || '.' || rc.relname) from pg_constraint k
        join pg_class rc on rc.oid = k.confrelid join pg_namespace rn on rn.oid = rc.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by name`,
    [schemas],
  )
  const left = rows.filter(({ name }) => !excluded.includes(name))
  const ordered: BackedUpTable[] = []
  while (left.length > 0) {
    const at = left.findIndex(({ refers }) =>
      refers.every((other) => !left.some(({ name }) => name === other)),
    )
    if (at < 0) throw new Error('Tables reference each other in a cycle')
    const { name, columns } = left.splice(at, 1)[0]!
    ordered.push({ name, columns })
  }
  const isFilled = ({ name }: BackedUpTable) => filledByTriggers.includes(name)
  return [...ordered.filter((table) => !isFilled(table)), ...ordered.filter(isFilled)]
}

/** The last value of each sequence; null when it was never used. */
export async function sequencesOf(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and schemaname <> 'drizzle'`,
    [schemas],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** A qualified name, quoted for a statement. */
export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')

export const columnList = (columns: readonly string[]): string =>
  columns.map((column) => quoted(column)).join(', ')
