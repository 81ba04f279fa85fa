import type { Viewer } from '#data/people.ts'
import type { UserFileRow, UserRow } from '#data/users-list.ts'
import { countUsers, takeUsers, usersRows } from '#data/users-list.ts'
import { may } from '#domain/access.ts'
import type { UsersListQuery } from '#domain/desk-lists.ts'
import type { ListPage } from '#domain/list-query.ts'

import { pageOfList } from './page-of-list.ts'
import type { Parts } from '#use-cases/parts.ts'

export type ListedUsers = { ok: true; page: ListPage<UserRow> } | { ok: false }

/** A page of everybody with an account. Only for staff. */
export async function listUsers(
  { db }: Parts,
  viewer: Pick<Viewer, 'role'>,
  query: UsersListQuery,
): Promise<ListedUsers> {
  if (!may(viewer.role, 'see-staff-desk')) return { ok: false }
  const page = await pageOfList(
    query,
    (number) => usersRows(db, { ...query, page: number }),
    () => countUsers(db, query),
  )
  return { ok: true, page }
}

/** Hands over all of the users list that fits the view, batch by batch, for a file. False to all but staff. */
export async function exportUsers(
  { db }: Parts,
  viewer: Pick<Viewer, 'role'>,
  query: UsersListQuery,
  take: (rows: UserFileRow[]) => Promise<void>,
): Promise<boolean> {
  if (!may(viewer.role, 'see-staff-desk')) return false
  await takeUsers(db, query, take)
  return true
}
