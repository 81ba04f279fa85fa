import { eq, sql } from 'drizzle-orm'

import { adminAllocationsCopy as copy } from '#domain/copy/admin-allocations.ts'

import { adminList } from '#data/admin/admin-list.ts'
import { allocations } from '#data/schema/releases.ts'
import { isUuid } from '#data/uuid.ts'

const ofUser = (expression: string) =>
  sql<string>`coalesce((select ${sql.raw(expression)} from users where users.id = ${allocations.userId}), '')`

const escapedLike = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** What each customer may buy in a release; the release is a filter. */
export const allocationList = adminList({
  name: 'allocations',
  action: 'manage-releases',
  table: allocations,
  columns: {
    id: allocations.id,
    releaseId: allocations.releaseId,
    version: allocations.version,
    email: ofUser('users.email'),
    name: ofUser("trim(users.first_name || ' ' || users.last_name)"),
    productId: allocations.productId,
    wine: sql<string>`(select title from products where products.id = ${allocations.productId})`,
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
  },
  search: (text) =>
    text === ''
      ? []
      : [
          sql`exists (select from users where users.id = ${allocations.userId}
            and (users.email ilike ${escapedLike(text)} or users.name ilike ${escapedLike(text)}))`,
        ],
  file: {
    columns: {},
    cells: [
      [copy.fileColumns.email, (row) => row.email],
      [copy.fileColumns.wine, (row) => row.productId],
      [copy.fileColumns.units, (row) => row.units],
      [copy.fileColumns.wave, (row) => row.wave],
      [copy.bought, (row) => row.bought],
      [copy.left, (row) => row.units - row.held - row.bought],
      [copy.origin, (row) => copy.origins[row.origin]],
      [copy.note, (row) => row.note],
    ],
  },
})
