import type { Viewer } from '#platform/access/signed-in.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { keptGrantsOf } from './grants/grants.store.server.ts'
import { requestQueue } from './queues/request-queues.store.server.ts'
import type { Position, RequestWithWine } from './requests.store.server.ts'
import {
  answersTo,
  changeRequest,
  hasShownRequests,
  moveRequests,
  positionOf,
  requestByNumber,
  requestsOf,
} from './requests.store.server.ts'
import { isChangeable, isForWine, maxRequestText, maxRequestUnits } from './request.rules.ts'

import type { Outcome, Services } from '#platform/services/services.ts'

export type OwnRequest = Pick<
  RequestWithWine,
  'number' | 'kind' | 'wine' | 'units' | 'text' | 'state' | 'createdAt' | 'version'
> & {
  /** Null when it is not open, or its queue does not show positions. */
  position: Position | null
  /** The newest answer that the customer reads. */
  answer: { text: string; until: Date | null } | null
  /** Reserved cases that the customer can still buy; null once the grant is bought or over. */
  kept: { units: number; until: Date } | null
}

/** The customer's own requests, newest first; null while requests are not answered here. */
export async function viewOwnRequests(
  { db }: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<OwnRequest[] | null> {
  if (!(await isSwitchedOn(db, 'answer-requests'))) return null
  const own = await requestsOf(db, viewer.id)
  const answers = await answersTo(
    db,
    own.map(({ id }) => id),
  )
  const kept = await keptGrantsOf(db, viewer.id)
  return Promise.all(
    own.map(async (request) => {
      const { number, kind, wine, units, text, state, createdAt, version } = request
      const answer = answers.findLast(({ requestId }) => requestId === request.id)
      const queue = await requestQueue(db, request.productId)
      return {
        ...{ number, kind, wine, units, text, state, createdAt, version },
        // Free-text requests have no queue.
        position:
          request.kind !== 'other' && showsPosition(queue) ? await positionOf(db, request) : null,
        answer: answer ? { text: answer.text, until: answer.until } : null,
        kept: kept.get(request.id) ?? null,
      }
    }),
  )
}

/** Whether the customer has requests to be shown: none while they are not answered here. */
export const hasOwnRequests = ({ db }: Services, viewer: Pick<Viewer, 'id'>): Promise<boolean> =>
  hasShownRequests(db, viewer.id)

/** Where rules decide the order, a later request may come first, and positions are not shown. */
const showsPosition = (queue: { showsPosition: boolean; order: string }): boolean =>
  queue.showsPosition && queue.order === 'first-asked'

type ChangedRequest =
  | Outcome<'not-found' | 'not-units' | 'no-text' | 'too-long'>
  /** Answered or changed since the page was rendered. */
  | { ok: false; reason: 'changed-meanwhile' }

type Own = { number: number; version: number }

const ownRequest = async ({ db }: Services, viewer: Pick<Viewer, 'id'>, number: number) => {
  if (!(await isSwitchedOn(db, 'answer-requests'))) return null
  const request = await requestByNumber(db, number)
  return request?.userId === viewer.id ? request : null
}

/**
 * Changes how many cases an open request asks for (1 to 12) and its text (300 characters). Fewer keeps
 * the position, more moves it to the end of the queue. Of a free-text request the text changes.
 */
export async function changeOwnRequest(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  { number, version }: Own,
  wish: { units: number; text: string },
): Promise<ChangedRequest> {
  const request = await ownRequest(services, viewer, number)
  if (!request || !isChangeable(request.kind)) return { ok: false, reason: 'not-found' }
  const text = wish.text.trim()
  // A free-text request has no units.
  const units = request.kind === 'other' ? request.units : wish.units
  if (request.kind === 'other' && !text) return { ok: false, reason: 'no-text' }
  const isCount = Number.isInteger(units) && units >= 1 && units <= maxRequestUnits
  if (!isCount) return { ok: false, reason: 'not-units' }
  if (text.length > maxRequestText) return { ok: false, reason: 'too-long' }
  const own = { number, version, userId: viewer.id }
  const isChanged = await changeRequest(services.db, own, { units, text })
  return isChanged ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
}

/** Withdraws a request that waits for an answer. Its position is lost. */
export async function withdrawRequest(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  number: number,
): Promise<ChangedRequest> {
  const request = await ownRequest(services, viewer, number)
  if (!request) return { ok: false, reason: 'not-found' }
  const [withdrawn] = await moveRequests(services.db, [request.id], 'withdrawn')
  return withdrawn ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
}

/**
 * Keeps a declined request waiting for a later vintage, with the position of its first request.
 */
export async function stayInLine(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  number: number,
): Promise<ChangedRequest> {
  const request = await ownRequest(services, viewer, number)
  if (!request || !isForWine(request.kind) || request.state !== 'declined') {
    return { ok: false, reason: request ? 'changed-meanwhile' : 'not-found' }
  }
  const [kept] = await moveRequests(services.db, [request.id], 'waiting')
  return kept ? { ok: true } : { ok: false, reason: 'changed-meanwhile' }
}
