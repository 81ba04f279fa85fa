import { createHash } from 'node:crypto'

import { z } from 'zod'

import { isOutsideServed } from '#catalogue/destinations/ship-to.rules.ts'
import { lockWine } from '#catalogue/wines/products.store.server.ts'
import { checked, text, wholeNumberFrom } from '#platform/action/form-fields.ts'
import { demandNotOneself } from '#platform/action/own-account.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { requestCopy as copy } from '../admin-requests.copy.ts'
import {
  giveGrants,
  terms,
  TooFewFree,
  whyNotGrantable,
} from '../grants/give-grants.actions.server.ts'
import { freeCases } from '../grants/grants.store.server.ts'
import type { InLine } from '../line.store.server.ts'
import { lineFor } from '../line.store.server.ts'
import { lockRequests } from '../requests.store.server.ts'
import { shareCases } from '../share-cases.rules.ts'
import { requestQueue } from './request-queues.store.server.ts'

const cases = wholeNumberFrom(1, 10_000, 'Please enter whole numbers of cases, 1 or more.')

const ruleForm = z.object({
  productId: text(),
  /** Cases to grant. */
  cases,
  /** Cases at most for one person. */
  most: cases,
  /** Leaves out people in states to which wine may not be shipped, not those without an address. */
  skipsNotServed: checked(),
  /** Leaves out people with an open grant. */
  skipsGranted: checked(),
})

export type QueuePreview = {
  /** People in the queue, with the cases that each would get. */
  people: InLine[]
  /** People whom the rule leaves out, by reason. */
  leftOut: { notServed: number; granted: number }
  /** Cases given in all. */
  sum: number
  /** Free cases of the wine; null where no stock is set. */
  free: number | null
  /** Identifies this result; granting is refused when the rule gives another. */
  mark: string
}

async function previewOf(
  db: Queryable,
  rule: z.output<typeof ruleForm>,
  day: string,
): Promise<QueuePreview> {
  const { order } = await requestQueue(db, rule.productId)
  const line = Object.groupBy(await lineFor(db, rule.productId, order), (person) =>
    rule.skipsNotServed && isOutsideServed(person.state, day)
      ? 'notServed'
      : rule.skipsGranted && person.hasGrant
        ? 'granted'
        : 'served',
  )
  const { served = [], notServed = [], granted = [] } = line
  const leftOut = { notServed: notServed.length, granted: granted.length }
  const people = shareCases(served, rule).map(({ request, units }) => ({ ...request, units }))
  const sum = people.reduce((total, { units }) => total + units, 0)
  const marked = people.map(({ requestId, units }) => `${requestId}:${units}`).join(',')
  const mark = createHash('sha256').update(marked).digest('base64url').slice(0, 22)
  return { people, leftOut, sum, free: await freeCases(db, rule.productId), mark }
}

/** What each person would get if the queue of a wine were granted now. */
export const previewQueue = staffPreview({
  needs: 'answer-requests',
  form: ruleForm,
  show: (services, rule) => previewOf(services.db, rule, shopToday(services)),
})

const changedMeanwhile = (shown: QueuePreview) =>
  refuse(
    'The queue, or what is free, has changed since this preview. Nothing was granted; below is how it stands now.',
    { shown },
  )

/**
 * Grants the queue of a wine as it was previewed, one case each before anyone gets a second. All or
 * nothing, with all emails; refused when the rule gives another result by now, or not all of it is free.
 */
export const grantQueue = staffAction({
  needs: 'answer-requests',
  log: 'request-granted',
  form: ruleForm.extend({ mark: text(), ...terms }),
  async run({ tx, services, viewer, today, audit }, { hours, text: words, ...rule }) {
    const { productId } = rule
    const whyNot = await whyNotGrantable({ ...services, db: tx }, productId)
    if (whyNot) return refuse(copy.notGrantable[whyNot])
    const before = await previewOf(tx, rule, today)
    if (before.people.length === 0) return refuse('By these rules, nobody would get a case.')
    const locked = await lockRequests(
      tx,
      before.people.map(({ requestId }) => requestId),
    )
    await lockWine(tx, productId)
    const now = await previewOf(tx, rule, today)
    if (now.mark !== rule.mark) return changedMeanwhile(now)
    const requestOf = new Map(locked.map((request) => [request.id, request]))
    const given = now.people.map((person) => ({
      request: requestOf.get(person.requestId)!,
      units: person.units,
      person,
    }))
    await demandNotOneself(tx, viewer, ...given.map(({ request }) => request.userId))
    try {
      const by = { email: viewer.email, audit }
      await giveGrants(services, tx, { productId, given, text: words, hours }, by)
    } catch (error) {
      if (error instanceof TooFewFree) return changedMeanwhile(now)
      throw error
    }
    return { people: given.length, cases: now.sum }
  },
  say: ({ people, cases: sum }) =>
    `${plural(sum, 'case is', 'cases are')} set aside for ${plural(people, 'person', 'people')}, and each is told.`,
})
