import type { SQL } from 'drizzle-orm'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

import type { JoinedListQuery } from '#domain/desk-lists.ts'
import type { ListCount } from '#domain/list-query.ts'

import type { Database, Queryable } from './connection.server.ts'
import { inBatches } from './in-batches.ts'
import { countRows, plannedEachTime } from './list-count.ts'
import { mailingListClients as clients } from './schema/people.ts'
import { hasWords } from './word-search.ts'

/** What the joined list shows of a client. */
const columns = {
  id: clients.id,
  firstName: clients.firstName,
  lastName: clients.lastName,
  email: clients.email,
  unsubscribedAt: clients.unsubscribedAt,
}

export type JoinedRow = Pick<typeof clients.$inferSelect, keyof typeof columns>

const byAlphabet = (column: AnyPgColumn) => sql`${column} collate "und-x-icu"`

/** As the indexes have them, so that each sort is a walk along one. */
const keys = {
  firstname: [byAlphabet(clients.firstName), byAlphabet(clients.lastName), clients.id],
  lastname: [byAlphabet(clients.lastName), byAlphabet(clients.firstName), clients.id],
  email: [clients.email, clients.id],
} as const satisfies Record<JoinedListQuery['sort'], readonly unknown[]>

const orderOf = ({ sort, descending }: JoinedListQuery): SQL[] =>
  keys[sort].map((key) => (descending ? sql`${key} desc` : sql`${key}`))

const standingIs = {
  subscribed: isNull(clients.unsubscribedAt),
  unsubscribed: isNotNull(clients.unsubscribedAt),
} as const

const matching = ({ search, filters: { standing } }: JoinedListQuery): SQL | undefined =>
  and(plannedEachTime, standing && standingIs[standing], ...hasWords(clients.searchText, search))

/** A page of the list, in the order asked for. */
export async function joinedRows(db: Queryable, query: JoinedListQuery): Promise<JoinedRow[]> {
  // Which rows they are is in the index; only theirs are read from the table.
  const page = db
    .select({ id: clients.id })
    .from(clients)
    .where(matching(query))
    .orderBy(...orderOf(query))
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .as('page')
  return db
    .select(columns)
    .from(page)
    .innerJoin(clients, eq(clients.id, page.id))
    .orderBy(...orderOf(query))
}

/** How many clients the whole list has with this search and these filters. */
export const countJoined = (db: Queryable, query: JoinedListQuery): Promise<ListCount> =>
  countRows(db, clients, matching(query), query.search !== '')

/** A client as the file of the list has them. */
export type JoinedFileRow = {
  first_name: string
  last_name: string
  full_name: string
  email: string
  joined_on: string
  left_on: string | null
}

const day = (column: AnyPgColumn) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`

/** All of the list that fits, in the order asked for, a batch at a time. */
export const takeJoined = (
  db: Database,
  query: JoinedListQuery,
  take: (rows: JoinedFileRow[]) => Promise<void>,
): Promise<void> =>
  inBatches(
    db,
    db
      .select({
        firstName: clients.firstName,
        lastName: clients.lastName,
        fullName: clients.fullName,
        email: clients.email,
        joinedOn: day(clients.consentedAt).as('joined_on'),
        leftOn: day(clients.unsubscribedAt).as('left_on'),
      })
      .from(clients)
      .where(matching(query))
      .orderBy(...orderOf(query))
      .getSQL(),
    take,
  )
