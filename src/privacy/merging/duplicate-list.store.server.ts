import { eq, isNull, sql } from 'drizzle-orm'

import { peopleById } from '#accounts/users/users.store.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { adminList, choice } from '#platform/list/admin-list.store.server.ts'

import { duplicatesCopy as copy, reasonOf } from './merges.copy.ts'
import { duplicates } from './tables.ts'

type Shown = { name: string; email: string }

/** Pairs of accounts that probably belong to the same person, newest first. */
export const duplicateList = adminList({
  name: 'duplicates',
  action: 'edit-users',
  namesPeople: true,
  table: duplicates,
  where: isNull(duplicates.dismissedAt),
  columns: {
    id: duplicates.id,
    one: duplicates.one,
    other: duplicates.other,
    byBirthdate: duplicates.byBirthdate,
    byPhone: duplicates.byPhone,
    foundAt: duplicates.foundAt,
  },
  sorts: { found: [duplicates.foundAt, duplicates.id] },
  startSort: 'found',
  filters: {
    reason: choice(copy.reason, 'All', [
      ['birthdate', 'Birthdate, name and ZIP', eq(duplicates.byBirthdate, true)],
      ['phone', 'Phone', eq(duplicates.byPhone, true)],
    ]),
  },
  search: (text) => {
    const words = hasWords(users.searchText, text)
    if (words.length === 0) return []
    return [
      sql`exists (select from ${users} where ${users.id} in (${duplicates.one}, ${duplicates.other})
        and ${sql.join([...words], sql` and `)})`,
    ]
  },
  complete: async (db, rows) => {
    const people = await peopleById(
      db,
      rows.flatMap(({ one, other }) => [one, other]),
    )
    const shown = (id: string): Shown => {
      const { firstName = '', lastName = '', email = '' } = people.get(id) ?? {}
      return { name: `${firstName} ${lastName}`.trim() || email, email }
    }
    return rows.map((row) => ({ ...row, first: shown(row.one), second: shown(row.other) }))
  },
  file: {
    columns: {},
    cells: [
      [copy.first, (row) => row.first.name],
      [copy.email, (row) => row.first.email],
      [copy.second, (row) => row.second.name],
      [copy.email, (row) => row.second.email],
      [copy.reason, (row) => reasonOf(row)],
      [copy.found, (row, dates) => dates.moment(new Date(row.foundAt))],
    ],
  },
})
