import type { JoinedFileRow, JoinedRow } from '#data/joined-list.ts'
import { countJoined, joinedRows, takeJoined } from '#data/joined-list.ts'
import type { Viewer } from '#data/people.ts'
import { may } from '#domain/access.ts'
import type { JoinedListQuery } from '#domain/desk-lists.ts'
import type { ListPage } from '#domain/list-query.ts'

import { pageOfList } from './page-of-list.ts'
import type { Parts } from '#use-cases/parts.ts'

export type ListedClients = { ok: true; page: ListPage<JoinedRow> } | { ok: false }

/** A page of the mailing list, those who left it among them. Only for staff. */
export async function listClients(
  { db }: Parts,
  viewer: Pick<Viewer, 'role'>,
  query: JoinedListQuery,
): Promise<ListedClients> {
  if (!may(viewer.role, 'see-staff-desk')) return { ok: false }
  const page = await pageOfList(
    query,
    (number) => joinedRows(db, { ...query, page: number }),
    () => countJoined(db, query),
  )
  return { ok: true, page }
}

/** Hands over all of the mailing list that fits the view, batch by batch, for a file. False to all but staff. */
export async function exportClients(
  { db }: Parts,
  viewer: Pick<Viewer, 'role'>,
  query: JoinedListQuery,
  take: (rows: JoinedFileRow[]) => Promise<void>,
): Promise<boolean> {
  if (!may(viewer.role, 'see-staff-desk')) return false
  await takeJoined(db, query, take)
  return true
}
