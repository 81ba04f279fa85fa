import { resolve } from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import { parseArgs } from 'node:util'

import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

import type { Database } from '#platform/database/connection.server.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { isDatabaseUnavailable } from '#platform/database/database-unavailable.ts'

import { databaseFault } from '../await-database.ts'
import { CannotOpen } from '../cannot-open.ts'
import { migrateDatabase } from '../migrate/migrate.server.ts'
import { errorForLog } from '../observability/error-for-log.ts'
import { missing } from '../setting-names.ts'
import { copied, database } from '../setting-types.ts'

/** Ends the command with one plain sentence on standard error; exit code 1 unless it went well. */
export function end(sentence: string, code = 1): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

/** The command line's options. One that is unknown, or lacks its value, ends with how to call it. */
export function optionsOf<T extends ParseArgsOptionsConfig>(usage: string, options: T) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const [what] = (error as Error).message.split('. ')
    return end(`${what!.replace(/\.$/, '')}. Call it so: ${usage}`)
  }
}

/** An option that counts something. */
export function wholeNumber(name: string, text: string, most = 99_999_999): number {
  if (!/^\d+$/.test(text)) return end(`--${name} takes a whole number; it is '${text}'.`)
  const number = Number(text)
  return number <= most
    ? number
    : end(`--${name} is at most ${most.toLocaleString('en-US')}; it is '${text}'.`)
}

/** The file's whole path; `-` is a pipe. npm runs us in the project's folder, not where it was called. */
export const pathOf = (file: string): string =>
  file === '-' ? file : resolve(process.env['INIT_CWD'] ?? '', file)

/** Where the shop's database is. */
export function databaseUrl(): string {
  const url = process.env['DATABASE_URL']?.trim()
  if (!url) return end(missing('DATABASE_URL', process.env))
  const wrong = copied(url) || database.safeParse(url).error?.issues[0]?.message
  return wrong ? end(`DATABASE_URL ${wrong}`) : url
}

/**
 * Does the work on the shop's database, brought up to this release first. One that is not there, or
 * lets nobody in, ends with a sentence. A statement may take `patience` ms, 0 is as long as it likes.
 */
export async function withShopDatabase<T>(
  work: (db: Database) => Promise<T>,
  patience?: number,
): Promise<T> {
  const pool = openPool(databaseUrl(), 2, patience)
  try {
    await migrateDatabase(pool)
    return await work(openDatabase(pool))
  } catch (error) {
    if (isDatabaseUnavailable(error) || isTurnedAway(error)) {
      end(sentenceOf(error as Error))
    }
    if (error instanceof CannotOpen) end(error.message)
    // Its message has the values of the statement, which may be personal data.
    if (error instanceof DrizzleQueryError) end(JSON.stringify(errorForLog(error)))
    throw error
  } finally {
    await pool.end()
  }
}

/** What went wrong: the setting that has to be mended, where it is one. */
export const sentenceOf = (error: Error): string =>
  databaseFault(error) ?? error.message.replace(/\.?$/, '.')

/** A wrong password, or no database of that name: PostgreSQL says it before any statement. */
const isTurnedAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'FATAL'
