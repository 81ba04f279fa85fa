import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { factsOf, leftOf } from '#accounts/consent/consent.actions.server.ts'
import type { Consent, WhyNotWrite } from '#accounts/consent/consent.rules.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import type { DataRequest } from '#accounts/consent/data-requests.store.server.ts'
import { dataRequestsOf } from '#accounts/consent/data-requests.store.server.ts'
import type { SecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { secondAddressesOf } from '#accounts/consent/second-addresses.store.server.ts'
import { whoMayEnterByLink } from '#accounts/links/entry-links.store.server.ts'
import type {
  LinkedRelease,
  PersonCampaign,
} from '#campaigns/campaign/person-campaigns.store.server.ts'
import { campaignsTo, releasesOfPerson } from '#campaigns/campaign/person-campaigns.store.server.ts'
import { ordersOf } from '#orders/order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { entriesAbout } from '#platform/audit/audit-log.store.server.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { RequestWithWine } from '#requests/requests.store.server.ts'
import { requestsOf } from '#requests/requests.store.server.ts'

import { mergesInto } from '../merging/merges.store.server.ts'
import type { MailSent, PersonAllocation, PersonSummary } from './person.store.server.ts'
import {
  allocationsOf,
  mailsSentTo,
  personByRecord,
  sessionCountOf,
  summaryOf,
} from './person.store.server.ts'
import type { ListedOrder } from './view-user.actions.server.ts'
import { listedOrder } from './view-user.actions.server.ts'

/** Orders and log entries shown at once. */
const perPart = 20

export type Person = {
  name: string
  email: string
  userId: string | null
  subscriberId: string | null
  /**
   * The other record of this address, which is not joined: the account's address is not confirmed.
   */
  unconfirmed: { userId: string } | { subscriberId: string } | null
  summary: PersonSummary
  whyNot: WhyNotWrite | null
  left: Left | null
  consents: Consent[]
  orders: ListedOrder[]
  allocations: PersonAllocation[]
  requests: Pick<RequestWithWine, 'number' | 'kind' | 'state' | 'createdAt'>[]
  dataRequests: DataRequest[]
  mails: MailSent[]
  campaigns: PersonCampaign[]
  /** Releases to which they can be sent a fresh purchase link. */
  linkTo: LinkedRelease[]
  sessions: number
  /**
   * Of accounts that were merged into this one; what was agreed to and sent there is listed too.
   */
  secondAddresses: SecondAddress[]
  merges: (Awaited<ReturnType<typeof mergesInto>>[number] & { mayUndo: boolean })[]
  log: WordedEntry[]
}

/**
 * Everything kept about one person, by the id of their account or list record, which are joined once the
 * address is confirmed. Only for staff.
 */
export async function viewPerson(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone', { person: Person }>> {
  const { db, clock } = services
  const mayLook = may(viewer, 'edit-users') && may(viewer, 'edit-subscribers')
  if (!mayLook) return { ok: false, reason: 'not-staff' }
  const record = await personByRecord(db, id)
  if (!record) return { ok: false, reason: 'gone' }
  const { userId, subscriberId, email, isConfirmed, name, unconfirmed } = record
  const secondAddresses = userId ? await secondAddressesOf(db, userId) : []
  const addresses = [email, ...secondAddresses.map((second) => second.email)]
  const ofAll = async <Row>(read: (address: string) => Promise<Row[]>) =>
    (await Promise.all(addresses.map(read))).flat()
  // Consents and emails of an unconfirmed account's address are the subscriber's, if there is one.
  const isProven = isConfirmed || subscriberId !== null || unconfirmed === null
  const [
    facts,
    left,
    consents,
    orders,
    allocations,
    requests,
    dataRequests,
    emails,
    sessions,
    merges,
    logs,
    summary,
  ] = await Promise.all([
    factsOf(services, db, email),
    isProven ? leftOf(db, email) : null,
    isProven ? ofAll((address) => consentsOf(db, address)) : [],
    userId ? ordersOf(db, userId, { limit: perPart, offset: 0 }) : [],
    userId ? allocationsOf(db, userId) : [],
    userId ? requestsOf(db, userId) : [],
    isProven ? ofAll((address) => dataRequestsOf(db, address)) : [],
    isProven ? emailsTo(services, { userId, email }, ofAll) : noEmails,
    userId ? sessionCountOf(db, userId) : 0,
    userId ? mergesInto(db, userId) : [],
    Promise.all([
      userId ? entriesAbout(db, [{ kind: 'user', id: userId }], perPart) : [],
      subscriberId ? entriesAbout(db, [{ kind: 'subscriber', id: subscriberId }], perPart) : [],
    ]),
    summaryOf(db, record),
  ])
  return {
    ok: true,
    person: {
      name,
      email,
      userId,
      subscriberId,
      unconfirmed,
      left,
      dataRequests,
      secondAddresses,
      allocations,
      summary,
      consents: consents.toSorted(newest),
      ...emails,
      merges: merges.map((merge) => ({
        ...merge,
        mayUndo: merge.undoneAt === null && merge.undoUntil > clock(),
      })),
      whyNot: isProven ? whyNotWriteTo(facts) : 'never-agreed',
      orders: orders.map(listedOrder),
      requests: requests
        .slice(0, perPart)
        .map(({ number, kind, state, createdAt }) => ({ number, kind, state, createdAt })),
      sessions,
      log: logs
        .flat()
        .toSorted((one, other) => other.id - one.id)
        .slice(0, perPart),
    },
  }
}

const noEmails = { mails: [], campaigns: [], linkTo: [] }

/** Emails to a person, and the releases for which they can be sent a fresh purchase link. */
async function emailsTo(
  { db }: Services,
  { userId, email }: { userId: string | null; email: string },
  ofAll: <Row>(read: (address: string) => Promise<Row[]>) => Promise<Row[]>,
): Promise<Pick<Person, 'mails' | 'campaigns' | 'linkTo'>> {
  const [mails, campaigns, linkable, releases] = await Promise.all([
    ofAll((address) => mailsSentTo(db, address)),
    ofAll((address) => campaignsTo(db, address)),
    userId ? whoMayEnterByLink(db, [userId]) : null,
    releasesOfPerson(db, { userId, email }),
  ])
  const mayEnter = !userId || linkable?.has(userId) === true
  return { mails: mails.toSorted(newest), campaigns, linkTo: mayEnter ? releases : [] }
}

const newest = (one: { at: Date }, other: { at: Date }) => other.at.getTime() - one.at.getTime()
