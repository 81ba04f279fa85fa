import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { migrationsIn, queueSchemaVersion } from '../migrate/migrate.server.ts'
import type { BackedUpTable } from './tables.store.server.ts'
import { columnList, quoted, sequencesOf, tablesInOrder } from './tables.store.server.ts'

/** The first line of a backup: the schema version it needs, and its tables. */
export type BackupHeader = {
  kohue: 'backup'
  form: 1
  madeAt: string
  /** Hashes of the migrations that were applied. */
  migrations: string[]
  /** The schema version of the queue's own tables. */
  queue: number
  tables: BackedUpTable[]
}

/** The last line of a backup; a file without it is incomplete. */
export type BackupEnd = { sequences: Record<string, string | null>; rows: Record<string, number> }

/** The line after the rows of a table; no row equals it. */
export const endOfTable = '\\.\n'

/**
 * Yields a backup of the whole database, read in one snapshot while the shop runs: the header, each table
 * in the text format of `copy`, the end.
 */
export async function* writeBackup(databaseUrl: string): AsyncGenerator<string | Buffer> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kohue backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables = await tablesInOrder(client)
    const header: BackupHeader = {
      kohue: 'backup',
      form: 1,
      madeAt: new Date().toISOString(),
      migrations: await migrationsIn(client),
      queue: await queueSchemaVersion(client),
      tables,
    }
    yield line(header)
    const rows: Record<string, number> = {}
    for (const { name, columns } of tables) {
      const copy = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
      yield* copy as AsyncIterable<Buffer>
      yield endOfTable
      rows[name] = copy.rowCount
    }
    yield line({ sequences: await sequencesOf(client), rows } satisfies BackupEnd)
  } finally {
    await client.end()
  }
}

const line = (what: object) => `${JSON.stringify(what)}\n`
