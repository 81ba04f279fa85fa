import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { productById } from '#catalogue/wines/products.store.server.ts'
import type { Request } from './requests.store.server.ts'
import { moveRequests, writeAnswers } from './requests.store.server.ts'
import { lockWaiting, putInLine, raiseUnits } from './waiting.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { requestNumber } from './request.rules.ts'

import { wineSubject } from '#catalogue/log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type NamedVintage = Outcome<
  'not-staff' | 'gone' | 'same-wine' | 'nobody-waits',
  { people: number; wine: string }
>

/**
 * Moves waiting requests for one wine to the queue of a later one. They keep the time of their first
 * request, but come behind people who are in that queue already, so that no position gets worse. A
 * person who is in both keeps the request in the later queue. Only for staff.
 */
export async function nameLaterVintage(
  { db }: Services,
  viewer: Staff,
  { from, to }: { from: string; to: string },
): Promise<NamedVintage> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  if (from === to) return { ok: false, reason: 'same-wine' }
  return db.transaction(async (tx): Promise<NamedVintage> => {
    const [earlier, later] = [await productById(tx, from), await productById(tx, to)]
    if (!earlier || !later) return { ok: false, reason: 'gone' }
    const { waiting, open } = await lockWaiting(tx, { from, to })
    if (waiting.length === 0) return { ok: false, reason: 'nobody-waits' }
    const keyOf = ({ userId, kind }: Request) => `${userId} ${kind}`
    const inLine = new Map(open.map((request) => [keyOf(request), request]))
    const lastAt = open.at(-1)?.queuedAt.getTime() ?? 0
    const joined: { id: string; text: string }[] = []
    let behind = 0
    for (const request of waiting) {
      const own = inLine.get(keyOf(request))
      if (own) {
        if (request.units > own.units) await raiseUnits(tx, own.id, request.units)
        joined.push({ id: request.id, text: `Goes on as ${requestNumber(own.number)}.` })
        continue
      }
      const asked = request.queuedAt.getTime()
      const queuedAt = asked > lastAt + behind ? null : new Date(lastAt + ++behind)
      await putInLine(tx, request.id, { productId: to, queuedAt })
      inLine.set(keyOf(request), request)
    }
    await moveRequests(
      tx,
      joined.map(({ id }) => id),
      'lapsed',
    )
    await writeAnswers(
      tx,
      joined.map(({ id, text }) => ({
        requestId: id,
        byEmail: viewer.email,
        verdict: 'closed' as const,
        text,
      })),
    )
    await writeAuditEntry(tx, viewer, 'later-vintage-named', wineSubject(earlier), {
      after: { wine: later.title, requests: waiting.length },
    })
    const people = new Set(waiting.map(({ userId }) => userId)).size
    return { ok: true, people, wine: later.title }
  })
}
