import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A moment in time, in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** `('lost', 'damaged')`: literals, by which the planner proves the condition of a partial index. */
export const literals = (words: readonly string[]) => sql.raw(`('${words.join("', '")}')`)

/** Names in the order of their indexes, without regard to accents and case: Álvarez beside Alvarez. */
export const byAlphabet = (column: AnyPgColumn): SQL => sql`${column} collate "und-x-icu"`

/** The id of the row that this row belongs to, and is deleted with. */
export const ownerId = (name: string, owner: () => AnyPgColumn) =>
  uuid(name).notNull().references(owner, { onDelete: 'cascade' })
