import type { ListName } from '#data/admin/lists.ts'
import { adminLists } from '#data/admin/lists.ts'
import type { AdminList } from '#data/admin/admin-list.ts'
import { may } from '#domain/admin/access.ts'
import type { CsvCell } from '#domain/admin/csv.ts'
import type { ListView } from '#domain/admin/list-query.ts'
import { readListQuery } from '#domain/admin/list-query.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from './record-log.ts'

export type ViewedList = { ok: true; view: ListView<unknown> } | { ok: false; reason: 'not-staff' }

const listOf = (name: ListName): AdminList => adminLists[name] as AdminList

/** The page of an admin list that a URL's parameters ask for. Only for staff. */
export async function viewList(
  { db, settings }: Services,
  viewer: Pick<Staff, 'role' | 'duties'>,
  name: ListName,
  params: URLSearchParams,
): Promise<ViewedList> {
  if (!may(viewer, 'see-admin')) return { ok: false, reason: 'not-staff' }
  const list = listOf(name)
  if (!may(viewer, list.action)) return { ok: false, reason: 'not-staff' }
  const query = readListQuery(list.shape, params, settings.timeZone)
  const page = await list.read(db, query)
  return { ok: true, view: { name, shape: list.shape, query, page } }
}

/**
 * Hands over everything of an admin list that a URL's parameters ask for, all its pages, as lines of
 * a file: the headings, then batch by batch. False, and nothing is handed over, to all but staff.
 */
export async function exportList(
  { db, settings }: Services,
  viewer: Pick<Staff, 'role' | 'duties'>,
  name: ListName,
  params: URLSearchParams,
  take: (lines: (readonly CsvCell[])[]) => Promise<void>,
): Promise<boolean> {
  if (!may(viewer, 'see-admin')) return false
  const list = listOf(name)
  if (!may(viewer, list.action)) return false
  await take([list.headings])
  await list.export(db, readListQuery(list.shape, params, settings.timeZone), take)
  return true
}
