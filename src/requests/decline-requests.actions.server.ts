import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { peopleById } from '#accounts/users/users.store.server.ts'
import { lineFor, summaryOfLine } from './line.store.server.ts'
import type { Request } from './requests.store.server.ts'
import { lockRequests, moveRequests, winesOf, writeAnswers } from './requests.store.server.ts'
import { openRequestIds } from './waiting.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { maxAnswerText } from './request.rules.ts'

import { requestSubject } from './log.copy.ts'
import type { Services, Staff } from '#platform/services/services.ts'

type NotDeclined = { ok: false; reason: 'not-staff' | 'no-text' | 'too-long' }

export type DeclinedRequests =
  | { ok: true; declined: number }
  | NotDeclined
  /** All of them were answered by another staff user meanwhile. */
  | { ok: false; reason: 'answered' }

export type DeclinedLine =
  | DeclinedRequests
  /** The queue has changed since staff saw it: nothing was declined. */
  | { ok: false; reason: 'line-changed' }

type Answer = { text: string; keepsPlace: boolean }

/**
 * Declines requests with a text that each person receives by email. With `keepsPlace` they wait for a
 * later vintage, or a later place in the club, and keep their position; else the email offers to stay in
 * the queue. Requests that were answered meanwhile stay as they are. Only for staff.
 */
export async function declineRequests(
  services: Services,
  viewer: Staff,
  { ids: sent, ...typed }: { ids: readonly string[] } & Answer,
): Promise<DeclinedRequests> {
  const whyNot = whyNotDeclined(viewer, typed)
  if (whyNot) return { ok: false, reason: whyNot }
  const ids = sent.filter(isUuid)
  return services.db.transaction(async (tx) => {
    await lockRequests(tx, ids)
    return decline(services, tx, { ids, viewer, ...typed })
  })
}

/**
 * Declines every request in the queue of a wine in the same way. `mark` identifies the queue that staff
 * saw. Only for staff.
 */
export async function declineLine(
  services: Services,
  viewer: Staff,
  { productId, mark, ...typed }: { productId: string; mark: string } & Answer,
): Promise<DeclinedLine> {
  const whyNot = whyNotDeclined(viewer, typed)
  if (whyNot) return { ok: false, reason: whyNot }
  return services.db.transaction(async (tx): Promise<DeclinedLine> => {
    await lockRequests(tx, await openRequestIds(tx, productId))
    const line = await lineFor(tx, productId, 'first-asked')
    // Read after the queue was locked: new requests show in it, and none can leave.
    const now = await summaryOfLine(tx, productId)
    if (now.mark !== mark) return { ok: false, reason: 'line-changed' }
    const ids = line.map(({ requestId }) => requestId)
    return decline(services, tx, { ids, viewer, ...typed })
  })
}

function whyNotDeclined(viewer: Staff, { text }: Answer): NotDeclined['reason'] | null {
  if (!may(viewer, 'answer-requests')) return 'not-staff'
  if (!text.trim()) return 'no-text'
  return text.trim().length > maxAnswerText ? 'too-long' : null
}

/** Declines locked requests: their states, answers, emails and log entries. */
async function decline(
  { settings }: Services,
  tx: Transaction,
  { ids, viewer, text, keepsPlace }: { ids: readonly string[]; viewer: Staff } & Answer,
): Promise<DeclinedRequests> {
  const answer = text.trim()
  const verdict = keepsPlace ? 'waiting' : 'declined'
  const declined = await moveRequests(tx, ids, verdict)
  if (declined.length === 0) return { ok: false, reason: 'answered' }
  await writeAnswers(
    tx,
    declined.map(({ id }) => ({ requestId: id, byEmail: viewer.email, verdict, text: answer })),
  )
  const [people, wines] = await Promise.all([
    peopleById(
      tx,
      declined.map(({ userId }) => userId),
    ),
    winesOf(tx, declined),
  ])
  const wineOf = ({ productId }: Request) => (productId && wines.get(productId)) || null
  const isShown = await isSwitchedOn(tx, 'answer-requests')
  const link = isShown ? `${settings.publicUrl}${paths.requests()}` : null
  await queueMails(
    tx,
    declined.flatMap((request) => {
      const person = people.get(request.userId)
      if (!person) return []
      const { firstName, email } = person
      const props = { firstName, wine: wineOf(request), text: answer, keepsPlace, link }
      return [{ kind: 'request-declined' as const, recipient: email, props }]
    }),
  )
  for (const request of declined) {
    await writeAuditEntry(
      tx,
      viewer,
      'request-declined',
      requestSubject(request, people.get(request.userId)),
      { after: { answer, keepsPlace } },
    )
  }
  return { ok: true, declined: declined.length }
}
