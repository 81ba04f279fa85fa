import { and, eq, sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { adminList } from '#platform/list/admin-list.store.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { isBuyerLack } from '../check/release-check.rules.ts'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import { lacks } from './buyer-lacks.store.server.ts'

const ofUser = (expression: string) =>
  sql<string>`coalesce((select ${sql.raw(expression)} from users where users.id = ${allocations.userId}), '')`

/** Allocations; the release is a filter. */
export const allocationList = adminList({
  name: 'allocations',
  action: 'manage-releases',
  namesPeople: true,
  table: allocations,
  columns: {
    id: allocations.id,
    releaseId: allocations.releaseId,
    version: allocations.version,
    email: ofUser('users.email'),
    name: ofUser("trim(users.first_name || ' ' || users.last_name)"),
    productId: allocations.productId,
    wine: sql<string>`(select title || ', ' || subtitle from products
      where products.id = ${allocations.productId})`,
    waveId: allocations.waveId,
    wave: sql<string>`coalesce((select release_waves.name from release_waves
      where release_waves.id = ${allocations.waveId}), '')`,
    units: allocations.units,
    held: allocations.held,
    bought: allocations.bought,
    origin: allocations.origin,
    note: allocations.note,
    changedAt: allocations.changedAt,
    changedBy: allocations.changedBy,
  },
  sorts: { changed: [allocations.changedAt, allocations.id] },
  startSort: 'changed',
  filters: {
    release: (id) => (isUuid(id) ? eq(allocations.releaseId, id) : sql`false`),
    wave: (id) => (isUuid(id) ? eq(allocations.waveId, id) : sql`false`),
    only: (what, zone) => {
      if (what === 'not-bought') return sql`${allocations.bought} = 0 and ${allocations.units} > 0`
      if (what === 'by-hand') return eq(allocations.origin, 'manual')
      // Only people with units, as the release check counts them.
      return isBuyerLack(what)
        ? sql`${allocations.units} > 0 and exists (select from users
            where users.id = ${allocations.userId} and ${lacks(what, shopDates(zone).isoDay(new Date()))})`
        : sql`false`
    },
  },
  search: (text) =>
    text === ''
      ? []
      : [
          // A subquery, so that the planner can start with allocations or with people, whichever is fewer.
          sql`${allocations.userId} in (select id from users
            where ${and(...hasWords(users.searchText, text))})`,
        ],
  file: {
    columns: {},
    cells: [
      ['email', (row) => row.email],
      ['wine', (row) => row.productId],
      ['units', (row) => row.units],
      ['wave', (row) => row.wave],
      [copy.bought, (row) => row.bought],
      [copy.left, (row) => row.units - row.held - row.bought],
      [copy.origin, (row) => copy.origins[row.origin]],
      [copy.note, (row) => row.note],
    ],
  },
})
