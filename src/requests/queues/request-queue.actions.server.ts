import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { productById, wineRows } from '#catalogue/wines/products.store.server.ts'
import { freeCases } from '../grants/grants.store.server.ts'
import type { InLineWithFacts } from '../line.store.server.ts'
import { pageOfLine, summaryOfLine } from '../line.store.server.ts'
import type { RequestQueue } from './request-queues.store.server.ts'
import { requestQueue, saveRequestQueue } from './request-queues.store.server.ts'
import type { RequestedWine } from '../requested-wines.store.server.ts'
import { requestedWinesNow } from '../requested-wines.store.server.ts'
import { savedAnswersNow } from '../saved-answers.store.server.ts'
import { countWaiting } from '../waiting.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { maxRequestUnits } from '../request.rules.ts'

import { wineSubject } from '#catalogue/log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { WhyNotGrantable } from '../grants/grant-request.actions.server.ts'
import { whyNotGrantable } from '../grants/grant-request.actions.server.ts'

export type QueueForStaff = {
  wine: { id: string; title: string; subtitle: string }
  queue: RequestQueue
  /** Open requests, and the cases that they ask for in all. */
  waiting: number
  asked: number
  /** Identifies the queue; sent back when all of it is answered at once. */
  mark: string
  /** One page of the queue, in the order of granting. */
  line: { page: number; pages: number; people: PersonInLine[] }
  /** Texts that staff choose from when they decline. */
  saved: { id: string; name: string; text: string }[]
  free: number | null
  whyNotGrantable: WhyNotGrantable | null
  /** Requests that wait for a later vintage of it, and the wines that it could be. */
  waitingForLater: number
  otherWines: { id: string; title: string; subtitle: string }[]
}

/** A person in the queue, with their place and whether wine may be shipped to their state today. */
export type PersonInLine = InLineWithFacts & { place: number; isServed: boolean }

/** People on one page of a queue. */
const lineSize = 20

/** The queue of a wine with its settings and a page of its people. Only for staff. */
export async function viewQueue(
  services: Services,
  viewer: Staff,
  productId: string,
  asked: { page: number } = { page: 1 },
): Promise<Outcome<'not-staff' | 'gone', { view: QueueForStaff }>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  const wine = await productById(db, productId)
  if (!wine) return { ok: false, reason: 'gone' }
  const [queue, summary, free, whyNot, waitingForLater, wines, saved] = await Promise.all([
    requestQueue(db, productId),
    summaryOfLine(db, productId),
    freeCases(db, productId),
    whyNotGrantable(services, productId),
    countWaiting(db, productId),
    wineRows(db),
    savedAnswersNow(db),
  ])
  const pages = Math.max(1, Math.ceil(summary.waiting / lineSize))
  const page = Math.min(Math.max(1, asked.page), pages)
  const line = { order: queue.order, page, size: lineSize }
  const people = (await pageOfLine(db, productId, line)).map((person, index) => ({
    ...person,
    place: (page - 1) * lineSize + index + 1,
    isServed: isServed(person.state, clock()),
  }))
  return {
    ok: true,
    view: {
      wine: { id: wine.id, title: wine.title, subtitle: wine.subtitle },
      queue,
      ...summary,
      line: { page, pages, people },
      saved,
      free,
      whyNotGrantable: whyNot,
      waitingForLater,
      otherWines: wines.flatMap(({ id, title, subtitle }) =>
        id === productId ? [] : [{ id, title, subtitle }],
      ),
    },
  }
}

/** Saves the settings of a wine's queue, if their version is unchanged. Only for staff. */
export async function saveQueue(
  { db }: Services,
  viewer: Staff,
  productId: string,
  queue: RequestQueue,
): Promise<Outcome<'not-staff' | 'gone' | 'not-units' | 'saved-elsewhere'>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  const { mostPerPerson: most } = queue
  if (!Number.isInteger(most) || most < 1 || most > maxRequestUnits) {
    return { ok: false, reason: 'not-units' }
  }
  if (!Number.isInteger(queue.version)) return { ok: false, reason: 'saved-elsewhere' }
  return db.transaction(async (tx) => {
    const wine = await productById(tx, productId)
    if (!wine) return { ok: false, reason: 'gone' }
    const { version: _, ...before } = await requestQueue(tx, productId)
    if (!(await saveRequestQueue(tx, productId, queue))) {
      return { ok: false, reason: 'saved-elsewhere' }
    }
    const { version: _version, ...after } = queue
    await writeAuditEntry(tx, viewer, 'request-queue-set', wineSubject(wine), { before, after })
    return { ok: true }
  })
}

export type { RequestedWine }

/** The wines that customers requested, with the free cases of each; null for all but staff. */
export async function requestedWines(
  { db }: Services,
  viewer: Staff,
): Promise<RequestedWine[] | null> {
  return may(viewer, 'answer-requests') ? requestedWinesNow(db) : null
}
