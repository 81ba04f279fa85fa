import type { BooksCheck } from '#data/books.ts'
import { latestBooksChecks } from '#data/books.ts'
import { queueJob } from '#data/queue.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from '#use-cases/desk/record-log.ts'

export type ViewedBooks = { ok: true; checks: BooksCheck[] } | { ok: false; reason: 'not-staff' }

const shown = 15

/** What the latest comparisons of the books found, newest first. Only for staff. */
export async function viewBooks({ db }: Parts, viewer: Pick<Staff, 'role'>): Promise<ViewedBooks> {
  if (!may(viewer.role, 'check-books')) return { ok: false, reason: 'not-staff' }
  return { ok: true, checks: await latestBooksChecks(db, shown) }
}

/** Has the books compared now, by the queue; asked twice it is done once. Only for staff. */
export async function askForBooksCheck(
  { db }: Parts,
  viewer: Staff,
): Promise<{ ok: true } | { ok: false; reason: 'not-staff' }> {
  if (!may(viewer.role, 'check-books')) return { ok: false, reason: 'not-staff' }
  await queueJob(db, 'check-books', { askedBy: viewer.email }, 'check-books')
  return { ok: true }
}
