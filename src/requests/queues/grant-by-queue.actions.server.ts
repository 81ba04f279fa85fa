import { createHash } from 'node:crypto'

import { lockWine } from '#catalogue/wines/products.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { freeCases } from '../grants/grants.store.server.ts'
import type { InLine } from '../line.store.server.ts'
import { lineFor } from '../line.store.server.ts'
import { requestQueue } from './request-queues.store.server.ts'
import { lockRequests } from '../requests.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { isServed } from '#catalogue/destinations/ship-to.rules.ts'
import { shareCases } from '../share-cases.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import { giveGrants, TooFewFree } from '../grants/give-grants.actions.server.ts'
import type { WhyNotGranted } from '../grants/grant-request.actions.server.ts'
import { whyNotGrantable, whyNotTerms } from '../grants/grant-request.actions.server.ts'

export type QueueRule = {
  productId: string
  /** Cases to give in all. */
  cases: number
  /** Cases at most for one person. */
  most: number
  /** Leaves out people in states to which wine may not be shipped. */
  skipsNotServed: boolean
  /** Leaves out people with an open grant. */
  skipsGranted: boolean
}

export type QueuePreview = {
  /** People in the queue, with the cases that each would get. */
  people: InLine[]
  /** Cases given in all. */
  sum: number
  /** Free cases of the wine; null where no stock is set. */
  free: number | null
  /** Identifies this result; granting is refused when the rule gives another. */
  mark: string
}

const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= 10_000

async function previewOf(db: Queryable, rule: QueueRule, on: Date): Promise<QueuePreview> {
  const { order } = await requestQueue(db, rule.productId)
  const line = (await lineFor(db, rule.productId, order)).filter(
    (person) =>
      (!rule.skipsNotServed || isServed(person.state, on)) &&
      (!rule.skipsGranted || !person.hasGrant),
  )
  const people = shareCases(line, rule).map(({ request, units }) => ({ ...request, units }))
  const sum = people.reduce((total, { units }) => total + units, 0)
  const marked = people.map(({ requestId, units }) => `${requestId}:${units}`).join(',')
  const mark = createHash('sha256').update(marked).digest('base64url').slice(0, 22)
  return { people, sum, free: await freeCases(db, rule.productId), mark }
}

/** What each person would get if the queue of a wine were granted now. Only for staff. */
export async function previewQueue(
  { db, clock }: Services,
  viewer: Staff,
  rule: QueueRule,
): Promise<Outcome<'not-staff' | 'not-cases', { preview: QueuePreview }>> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  if (!isCount(rule.cases) || !isCount(rule.most)) return { ok: false, reason: 'not-cases' }
  return { ok: true, preview: await previewOf(db, rule, clock()) }
}

type GrantedQueue =
  | Outcome<WhyNotGranted | 'not-cases' | 'nobody', { people: number; cases: number }>
  /** Since the preview the queue or what is free has changed: nothing was granted. */
  | { ok: false; reason: 'changed-meanwhile' }

/**
 * Grants the queue of a wine as it was previewed, one case each before anyone gets a second. All or
 * nothing, with all emails; `changed-meanwhile` when the rule gives another result by now, or not all of
 * it is free. Only for staff.
 */
export async function grantQueue(
  services: Services,
  viewer: Staff,
  rule: QueueRule & { mark: string; hours: number; text: string },
): Promise<GrantedQueue> {
  if (!may(viewer, 'answer-requests')) return { ok: false, reason: 'not-staff' }
  if (!isCount(rule.cases) || !isCount(rule.most)) return { ok: false, reason: 'not-cases' }
  const { productId, hours, text } = rule
  const whyNot = whyNotTerms({ hours, text }) ?? (await whyNotGrantable(services, productId))
  if (whyNot) return { ok: false, reason: whyNot }
  const { db, clock } = services
  try {
    return await db.transaction(async (tx): Promise<GrantedQueue> => {
      const before = await previewOf(tx, rule, clock())
      if (before.people.length === 0) return { ok: false, reason: 'nobody' }
      const locked = await lockRequests(
        tx,
        before.people.map(({ requestId }) => requestId),
      )
      await lockWine(tx, productId)
      const now = await previewOf(tx, rule, clock())
      if (now.mark !== rule.mark) return { ok: false, reason: 'changed-meanwhile' }
      const requestOf = new Map(locked.map((request) => [request.id, request]))
      const given = now.people.map((person) => ({
        request: requestOf.get(person.requestId)!,
        units: person.units,
        person,
      }))
      await giveGrants(services, tx, { productId, given, text: text.trim(), hours }, viewer)
      return { ok: true, people: given.length, cases: now.sum }
    })
  } catch (error) {
    if (error instanceof TooFewFree) return { ok: false, reason: 'changed-meanwhile' }
    throw error
  }
}
