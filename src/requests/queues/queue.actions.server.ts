import { z } from 'zod'

import { peopleById } from '#accounts/users/users.store.server.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { wineSubject } from '#catalogue/log.copy.ts'
import { productById, wineRows } from '#catalogue/wines/products.store.server.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { checked, chosen, oneOf, text, wholeNumberFrom } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { requestCopy } from '../admin-requests.copy.ts'
import { answerText, decline } from '../answer-requests.actions.server.ts'
import { whyNotGrantable } from '../grants/give-grants.actions.server.ts'
import { freeCases } from '../grants/grants.store.server.ts'
import { lineFor, pageOfLine, summaryOfLine } from '../line.store.server.ts'
import { maxRequestUnits, requestNumber } from '../request.rules.ts'
import type { Request } from '../requests.store.server.ts'
import { lockRequests, moveRequests, writeAnswers } from '../requests.store.server.ts'
import { savedAnswersNow } from '../saved-answers.store.server.ts'
import {
  countWaiting,
  lockWaiting,
  openRequestIds,
  putInLine,
  raiseUnits,
} from '../waiting.store.server.ts'
import { closeRequestQueue, requestQueue, saveRequestQueue } from './request-queues.store.server.ts'

export type QueueForStaff = NonNullable<Awaited<ReturnType<typeof viewQueue>>>

/** A person in the queue, with their place and whether wine may be shipped to their state today. */
export type PersonInLine = QueueForStaff['line']['people'][number]

/** People on one page of a queue. */
const lineSize = 20

/** The queue of a wine with its settings and a page of its people; null when there is no such wine. */
export async function viewQueue(services: Services, productId: string, asked = 1) {
  const { db } = services
  const wine = await productById(db, productId)
  if (!wine) return null
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
  const page = Math.min(Math.max(1, asked), pages)
  const line = { order: queue.order, page, size: lineSize }
  const people = (await pageOfLine(db, productId, line)).map((person, index) => ({
    ...person,
    place: (page - 1) * lineSize + index + 1,
    isServed: isServed(person.state, shopToday(services)),
  }))
  return {
    wine: { id: wine.id, title: wine.title, subtitle: wine.subtitle },
    queue,
    ...summary,
    line: { page, pages, people },
    saved,
    free,
    whyNotGrantable: whyNot,
    waitingForLater,
    /** The wines that a later vintage of it could be. */
    otherWines: wines.flatMap(({ id, title, subtitle }) =>
      id === productId ? [] : [{ id, title, subtitle }],
    ),
  }
}

const productId = text()

/** Saves the settings of a wine's queue. */
export const saveQueue = staffAction({
  needs: 'answer-requests',
  log: 'request-queue-set',
  form: z.object({
    productId,
    isOpen: checked(),
    showsPosition: checked(),
    order: oneOf(['first-asked', 'rules-first']).default('first-asked'),
    mostPerPerson: wholeNumberFrom(1, maxRequestUnits, 'Please choose from 1 to 12.'),
    isAutomatic: checked(),
    version: wholeNumberFrom(0, 999_999_999, 'The form is incomplete. Please load it again.'),
  }),
  async run({ tx, audit }, { productId: id, ...queue }) {
    const wine = await productById(tx, id)
    if (!wine) return notThere()
    const { version: _, ...before } = await requestQueue(tx, id)
    if (!(await saveRequestQueue(tx, id, queue))) {
      return refuse('Someone changed this in the meantime. Below is how it stands now.')
    }
    const { version: _version, ...after } = queue
    audit(wineSubject(wine), { before, after })
    return {}
  },
  say: () => 'The queue is saved.',
})

const lineChanged = () =>
  refuse(
    'Someone has joined or left the line in the meantime. Nothing was done; below is how it stands now.',
  )

/** Declines the chosen requests of a queue, or all of it; then `mark` identifies what staff saw. */
export const declineInLine = staffAction({
  needs: 'answer-requests',
  log: 'request-declined',
  form: z
    .object({
      productId,
      mark: text(),
      all: checked(),
      request: chosen(),
      text: answerText,
      keepsPlace: checked(),
    })
    .refine(({ all, request }) => all || request.length > 0, {
      path: ['request'],
      message: 'Please choose at least one request, or everyone in line.',
      // Told before what is wrong with the text.
      when: () => true,
    }),
  async run(acting, { productId: id, mark, all, request, ...answer }) {
    const { tx } = acting
    if (!all) {
      const ids = request.filter(isUuid)
      await lockRequests(tx, ids)
      return decline(acting, ids, answer)
    }
    await lockRequests(tx, await openRequestIds(tx, id))
    const line = await lineFor(tx, id, 'first-asked')
    // Read after the queue was locked: new requests show in it, and none can leave.
    const now = await summaryOfLine(tx, id)
    if (now.mark !== mark) return lineChanged()
    return decline(
      acting,
      line.map(({ requestId }) => requestId),
      answer,
    )
  },
  say: ({ declined }) => requestCopy.declined(declined),
})

/**
 * Ends every open request for a wine, with an email to each person, and closes its queue for requests
 * beyond allocations. `mark` identifies the queue that staff saw.
 */
export const closeQueue = staffAction({
  needs: 'answer-requests',
  log: 'request-queue-closed',
  form: z.object({ productId, mark: text() }),
  async run({ tx, services, viewer, audit }, { productId: id, mark }) {
    const wine = await productById(tx, id)
    if (!wine) return notThere()
    const ids = await openRequestIds(tx, id)
    const line = (await lockRequests(tx, ids)).filter(({ state }) => state === 'open')
    const people = await peopleById(
      tx,
      line.map(({ userId }) => userId),
    )
    // Without people whose account is being erased, which staff did not see.
    const { waiting, mark: markNow } = await summaryOfLine(tx, id)
    if (markNow !== mark) return lineChanged()
    const closed = await moveRequests(
      tx,
      line.map((request) => request.id),
      'lapsed',
    )
    await writeAnswers(
      tx,
      closed.map((request) => ({
        requestId: request.id,
        byEmail: viewer.email,
        verdict: 'closed' as const,
      })),
    )
    const link = `${services.settings.publicUrl}${paths.members('current')}`
    await queueMails(
      tx,
      closed.flatMap(({ userId }) => {
        const person = people.get(userId)
        if (!person) return []
        const props = { firstName: person.firstName, wine: wine.title, link }
        return [{ kind: 'request-closed' as const, recipient: person.email, props }]
      }),
    )
    await closeRequestQueue(tx, id)
    audit(wineSubject(wine), { after: { requests: waiting } })
    return { closed: waiting }
  },
  say: ({ closed }) =>
    `${plural(closed, 'request is', 'requests are')} closed, and each person is told.`,
})

/**
 * Moves waiting requests for one wine to the queue of a later one. They keep the time of their first
 * request, but come behind people who are in that queue already, so that no position gets worse. A
 * person who is in both keeps the request in the later queue.
 */
export const nameLaterVintage = staffAction({
  needs: 'answer-requests',
  log: 'later-vintage-named',
  form: z.object({ productId, to: text() }),
  async run({ tx, viewer, audit }, { productId: from, to }) {
    if (from === to) return refuse('Please choose another wine than this one.')
    const [earlier, later] = [await productById(tx, from), await productById(tx, to)]
    if (!earlier) return notThere()
    if (!later) return refuse('This wine is gone.')
    const { waiting, open } = await lockWaiting(tx, { from, to })
    if (waiting.length === 0)
      return refuse('Nobody is waiting for a later vintage of this wine now.')
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
      await putInLine(tx, request.id, { productId: to, queuedAt, by: viewer.email })
      inLine.set(keyOf(request), request)
    }
    await moveRequests(
      tx,
      joined.map(({ id }) => id),
      'lapsed',
    )
    await writeAnswers(
      tx,
      joined.map(({ id, text: words }) => ({
        requestId: id,
        byEmail: viewer.email,
        verdict: 'closed' as const,
        text: words,
      })),
    )
    audit(wineSubject(earlier), { after: { wine: later.title, requests: waiting.length } })
    const people = new Set(waiting.map(({ userId }) => userId)).size
    return { people, wine: later.title }
  },
  say: ({ people, wine }) =>
    `${plural(people, 'person is', 'people are')} in line for ${wine} now.`,
})
