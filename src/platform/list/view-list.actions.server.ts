import { may } from '../access/access.rules.ts'
import { exportedToday, lockExports, writeAuditEntry } from '../audit/audit-log.store.server.ts'
import { auditSubject } from '../audit/audit.rules.ts'
import type { CsvCell } from '../csv/csv.rules.ts'
import type { Queryable, Transaction } from '../database/connection.server.ts'
import type { Outcome, Services, Staff } from '../services/services.ts'
import type { AdminList } from './admin-list.store.server.ts'
import type { ListQuery, ListView } from './list-query.rules.ts'
import { readListQuery } from './list-query.rules.ts'

/** The page of an admin list that a URL's parameters ask for. Only for staff. */
export async function viewList(
  { db, settings }: Services,
  viewer: Staff,
  list: AdminList,
  params: URLSearchParams,
): Promise<Outcome<'not-staff', { view: ListView<unknown> }>> {
  if (!may(viewer, 'see-admin')) return { ok: false, reason: 'not-staff' }
  if (!may(viewer, list.action)) return { ok: false, reason: 'not-staff' }
  const query = readListQuery(list.shape, params, settings.timeZone)
  const page = await list.read(db, query)
  const { name, shape } = list
  return { ok: true, view: { name, shape, choices: list.choices(), query, page } }
}

/** Rows that files with personal data may have without a fresh code: one, and those of a list in a day. */
const mostWithoutCode = { inFile: 500, inDay: 1_000 }

const needsCode = (viewer: Staff, list: AdminList) =>
  viewer.isCodeStale !== false && list.namesPeople

const areFew = async (db: Queryable, viewer: Staff, name: string, rows: number) =>
  rows <= mostWithoutCode.inFile &&
  rows + (await exportedToday(db, viewer, name)) <= mostWithoutCode.inDay

/** What staff are told before a large file, who have no second factor. */
export const factorFirst =
  'To download more than 500 people in a file, or 1,000 of a list in a day, set up a second factor first.'

/**
 * What a viewer has to do before a file with so many people leaves, of this name. Files of a name are counted one after
 * another, until the transaction ends.
 */
export async function fileNeeds(
  tx: Transaction,
  viewer: Staff,
  name: string,
  rows: number,
): Promise<'code' | 'factor' | null> {
  if (viewer.isCodeStale === false) return null
  await lockExports(tx, viewer, name)
  if (await areFew(tx, viewer, name, rows)) return null
  return viewer.isCodeStale ? 'code' : 'factor'
}

/** What a viewer has to do before this export: enter the code again, or set up a second factor. */
export async function exportNeeds(
  { db, settings }: Services,
  viewer: Staff,
  list: AdminList,
  params: URLSearchParams,
): Promise<'code' | 'factor' | null> {
  if (!needsCode(viewer, list)) return null
  const { total, isMore } = await list.count(
    db,
    readListQuery(list.shape, params, settings.timeZone),
  )
  if (!isMore && (await areFew(db, viewer, list.name, total))) return null
  return viewer.isCodeStale ? 'code' : 'factor'
}

type Take = (lines: (readonly CsvCell[])[]) => Promise<void>

/**
 * Exports all rows of an admin list that a URL's parameters select: passes the headings, then each
 * batch of lines, to `take`. The audit log records the count. False, and `take` is not called, for
 * all but staff, and where a code is due.
 */
export async function exportList(
  services: Services,
  viewer: Staff,
  list: AdminList,
  params: URLSearchParams,
  take: Take,
): Promise<boolean> {
  const { db, settings } = services
  if (!may(viewer, 'see-admin')) return false
  if (!may(viewer, list.action)) return false
  if (await exportNeeds(services, viewer, list, params)) return false
  const query = readListQuery(list.shape, params, settings.timeZone)
  if (needsCode(viewer, list)) return exportFew(db, viewer, { list, query, take })
  await take([list.headings])
  let rows = 0
  let isWhole = false
  try {
    await list.export(db, query, async (batch) => {
      await take(batch)
      rows += batch.length
    })
    isWhole = true
  } finally {
    await logExport(db, viewer, list.name, { query, rows, isWhole })
  }
  return true
}

/** Without a fresh code: read whole, and counted under a lock before it leaves. */
async function exportFew(
  db: Services['db'],
  viewer: Staff,
  { list, query, take }: { list: AdminList; query: ListQuery; take: Take },
): Promise<boolean> {
  const lines: CsvCell[][] = []
  await list.export(db, query, async (batch) => void lines.push(...batch))
  const isCounted = await db.transaction(async (tx) => {
    if (await fileNeeds(tx, viewer, list.name, lines.length)) return false
    await logExport(tx, viewer, list.name, { query, rows: lines.length, isWhole: true })
    return true
  })
  if (isCounted) await take([list.headings, ...lines])
  return isCounted
}

type Exported = { query: ListQuery; rows: number; isWhole: boolean }

/** Records an export: how many rows, of which view, and whether the file broke off. */
const logExport = (
  db: Queryable,
  viewer: Staff,
  name: string,
  { query, rows, isWhole }: Exported,
): Promise<void> =>
  writeAuditEntry(db, viewer, 'list-exported', auditSubject('list', name), {
    after: {
      rows,
      ...(query.search && { search: query.search }),
      ...(Object.keys(query.filters).length > 0 && {
        filter: Object.entries(query.filters)
          .map(([filter, value]) => `${filter}: ${value}`)
          .join(', '),
      }),
      ...(!isWhole && { brokenOff: true }),
    },
  })
