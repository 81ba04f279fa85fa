import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { productById } from '#catalogue/wines/products.store.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { peopleById } from '#accounts/users/users.store.server.ts'
import { closeRequestQueue } from './request-queues.store.server.ts'
import { summaryOfLine } from '../line.store.server.ts'
import { lockRequests, moveRequests, writeAnswers } from '../requests.store.server.ts'
import { openRequestIds } from '../waiting.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { wineSubject } from '#catalogue/log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type ClosedQueue =
  | Outcome<'not-staff' | 'gone', { closed: number }>
  /** The queue has changed since staff saw it: nothing was closed. */
  | { ok: false; reason: 'line-changed' }

/**
 * Ends every open request for a wine, with an email to each person, and closes its queue for requests
 * beyond allocations. `mark` identifies the queue that staff saw. Only for staff.
 */
export async function closeQueue(
  { db, settings }: Services,
  viewer: Staff,
  productId: string,
  { mark }: { mark: string },
): Promise<ClosedQueue> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx): Promise<ClosedQueue> => {
    const wine = await productById(tx, productId)
    if (!wine) return { ok: false, reason: 'gone' }
    const ids = await openRequestIds(tx, productId)
    const line = (await lockRequests(tx, ids)).filter(({ state }) => state === 'open')
    const people = await peopleById(
      tx,
      line.map(({ userId }) => userId),
    )
    // Without people whose account is being erased, which staff did not see.
    const { waiting, mark: markNow } = await summaryOfLine(tx, productId)
    if (markNow !== mark) return { ok: false, reason: 'line-changed' }
    const closed = await moveRequests(
      tx,
      line.map(({ id }) => id),
      'lapsed',
    )
    await writeAnswers(
      tx,
      closed.map(({ id }) => ({
        requestId: id,
        byEmail: viewer.email,
        verdict: 'closed' as const,
      })),
    )
    const link = `${settings.publicUrl}${paths.members('current')}`
    await queueMails(
      tx,
      closed.flatMap(({ userId }) => {
        const person = people.get(userId)
        if (!person) return []
        const props = { firstName: person.firstName, wine: wine.title, link }
        return [{ kind: 'request-closed' as const, recipient: person.email, props }]
      }),
    )
    await closeRequestQueue(tx, productId)
    await writeAuditEntry(tx, viewer, 'request-queue-closed', wineSubject(wine), {
      after: { requests: waiting },
    })
    return { ok: true, closed: waiting }
  })
}
