import { z } from 'zod'

import { notifyBusinessOfPress } from '#mail/business/notify-business.actions.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { customerAction, customerWork } from '#platform/action/customer-action.server.ts'
import { text, wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'

import { businessEmails } from './business-emails.copy.ts'
import { number } from './grants/give-grants.actions.server.ts'
import { keptGrantsOf } from './grants/grants.store.server.ts'
import { requestQueue } from './queues/request-queues.store.server.ts'
import {
  isChangeable,
  isForWine,
  isInWords,
  kindFacts,
  maxRequestText,
  maxRequestUnits,
} from './request.rules.ts'
import type { Position, RequestWithWine } from './requests.store.server.ts'
import {
  answersTo,
  changeRequest,
  hasShownRequests,
  insertRequest,
  moveRequests,
  positionOf,
  requestByNumber,
  requestsOf,
  textOfOpenRequest,
} from './requests.store.server.ts'

export type OwnRequest = Pick<
  RequestWithWine,
  'number' | 'kind' | 'productId' | 'wine' | 'units' | 'text' | 'state' | 'createdAt' | 'version'
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
      const { kind, productId, wine, units, state, createdAt, version } = request
      const answer = answers.findLast(
        ({ requestId, verdict }) => requestId === request.id && verdict !== 'reopened',
      )
      return {
        number: request.number,
        kind,
        productId,
        wine,
        units,
        text: request.text,
        state,
        createdAt,
        version,
        position: await shownPosition(db, request),
        answer: answer ? { text: answer.text, until: answer.until } : null,
        kept: kept.get(request.id) ?? null,
      }
    }),
  )
}

/** Whether the customer has requests to be shown: none while they are not answered here. */
export const hasOwnRequests = ({ db }: Services, viewer: Pick<Viewer, 'id'>): Promise<boolean> =>
  hasShownRequests(db, viewer.id)

/** Where rules decide the order, a later request may come first. */
async function shownPosition(db: Queryable, request: RequestWithWine): Promise<Position | null> {
  if (request.state !== 'open' || !kindFacts[request.kind].hasQueue) return null
  const { showsPosition, order } = await requestQueue(db, request.productId)
  return showsPosition && order === 'first-asked' ? positionOf(db, request) : null
}

/** An own request by its number, while requests are answered here. */
async function ownRequest({ db }: Services, viewer: Pick<Viewer, 'id'>, asked: number) {
  const request = (await isSwitchedOn(db, 'answer-requests')) && (await requestByNumber(db, asked))
  return request && request.userId === viewer.id ? request : null
}

const changedMeanwhile = () =>
  refuse('It has been answered or changed in the meantime. Here is how it stands now.')

const words = text(maxRequestText, `No more than ${maxRequestText} letters.`)
const noWords = () => refuse('Please write what you would like.', { field: 'text' })

/**
 * Records a free-text request, such as a wish about a pickup, and emails the business. One at a time,
 * and only while requests are answered here; the same words sent twice are one request and one email.
 */
export const askOther = customerAction({
  for: 'member',
  limited: true,
  mails: true,
  form: z.object({ text: words }),
  async run({ tx, services, viewer }, { text: asked }) {
    if (!(await isSwitchedOn(tx, 'answer-requests'))) return notThere()
    if (!asked) return noWords()
    if (await insertRequest(tx, { kind: 'other', userId: viewer.id, text: asked })) {
      await notifyBusinessOfPress(tx, services.settings, viewer, {
        ...businessEmails.other,
        text: asked,
      })
      return {}
    }
    const isSame = (await textOfOpenRequest(tx, viewer.id, 'other')) === asked
    return isSame
      ? {}
      : refuse('We already have your request. You can change it below until we answer.')
  },
  say: () => 'Thank you, we have your request and will answer.',
})

/**
 * Changes how many cases an open request asks for and its text. Fewer keeps the position, more moves it
 * to the end of the queue. Of a free-text request the text changes.
 */
export const changeOwnRequest = customerWork({
  for: 'member',
  limited: true,
  form: z.object({ number, version: wholeNumber(), units: text().catch(''), text: words }),
  async run({ services, viewer }, { number: asked, version, units: typed, text: written }) {
    const request = await ownRequest(services, viewer, asked)
    if (!request || !isChangeable(request.kind)) return notThere()
    const units = isForWine(request.kind) ? (wholeNumberIn(typed) ?? 0) : request.units
    if (isInWords(request.kind) && !written) return noWords()
    const isCount = units >= 1 && units <= maxRequestUnits
    if (!isCount)
      return refuse(`Please choose from 1 to ${maxRequestUnits} cases.`, { field: 'units' })
    const own = { number: asked, version, userId: viewer.id }
    const isChanged = await changeRequest(services.db, own, { units, text: written })
    return isChanged ? {} : changedMeanwhile()
  },
  say: () => 'Your request has been changed.',
})

/** Withdraws a request that waits for an answer. Its position is lost. */
export const withdrawRequest = customerWork({
  for: 'member',
  limited: true,
  form: z.object({ number }),
  async run({ services, viewer }, { number: asked }) {
    const request = await ownRequest(services, viewer, asked)
    if (!request) return notThere()
    const [withdrawn] = await moveRequests(services.db, [request.id], 'withdrawn')
    return withdrawn ? {} : changedMeanwhile()
  },
  say: () => 'Your request has been withdrawn.',
})

/** Keeps a declined request waiting for a later vintage, with the position of its first request. */
export const stayInLine = customerWork({
  for: 'member',
  limited: true,
  form: z.object({ number }),
  async run({ services, viewer }, { number: asked }) {
    const request = await ownRequest(services, viewer, asked)
    if (!request) return notThere()
    if (!isForWine(request.kind) || request.state !== 'declined') return changedMeanwhile()
    const [kept] = await moveRequests(services.db, [request.id], 'waiting')
    return kept ? {} : changedMeanwhile()
  },
  say: () => 'You stay in line for the next vintage.',
})
