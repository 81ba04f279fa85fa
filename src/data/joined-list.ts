import type { SQL } from 'drizzle-orm'
import { and, isNotNull, isNull, sql } from 'drizzle-orm'

import type { JoinedListQuery } from '#domain/desk-lists.ts'

import type { Queryable } from './connection.server.ts'
import { mailingListClients as clients } from './schema/people.ts'

/** What the joined list shows of a client. */
const columns = {
  id: clients.id,
  firstName: clients.firstName,
  lastName: clients.lastName,
  email: clients.email,
  unsubscribedAt: clients.unsubscribedAt,
}

export type JoinedRow = Pick<typeof clients.$inferSelect, keyof typeof columns>

const keys = {
  firstname: [clients.firstName, clients.lastName, clients.id],
  lastname: [clients.lastName, clients.firstName, clients.id],
  email: [clients.email],
} as const satisfies Record<JoinedListQuery['sort'], readonly unknown[]>

const orderOf = ({ sort, descending }: JoinedListQuery): SQL[] =>
  keys[sort].map((key) => (descending ? sql`${key} desc` : sql`${key}`))

function matching({ search, filters }: JoinedListQuery): SQL | undefined {
  const { standing } = filters
  const words = search ? search.toLowerCase().split(' ') : []
  return and(
    standing === 'subscribed' ? isNull(clients.unsubscribedAt) : undefined,
    standing === 'unsubscribed' ? isNotNull(clients.unsubscribedAt) : undefined,
    ...words.map(
      (word) =>
        sql`lower(${clients.firstName} || ' ' || ${clients.lastName} || ' ' || ${clients.email}) like ${`%${word}%`}`,
    ),
  )
}

/** A page of the list, in the order asked for. */
export async function joinedRows(db: Queryable, query: JoinedListQuery): Promise<JoinedRow[]> {
  return db
    .select(columns)
    .from(clients)
    .where(matching(query))
    .orderBy(...orderOf(query))
    .limit(query.size)
    .offset((query.page - 1) * query.size)
}

/** How many clients the whole list has with these filters. */
export const countJoined = (db: Queryable, query: JoinedListQuery): Promise<number> =>
  db.$count(clients, matching(query))
