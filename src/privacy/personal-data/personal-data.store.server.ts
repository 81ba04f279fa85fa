import { desc, eq, getTableColumns, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { approvalsWith } from '#platform/approvals/approvals.store.server.ts'
import { ownLog } from '#admin/you/own-log.store.server.ts'
import { tasksTakenBy } from '#admin/today/tasks.store.server.ts'
import { cartOf } from '#checkout/cart/carts.store.server.ts'
import { allOrdersOf } from '#orders/order/orders.store.server.ts'
import { answersTo, requestsOf } from '#requests/requests.store.server.ts'
import { dataRequestsOf } from '#accounts/consent/data-requests.store.server.ts'
import { invitationsTo } from '#accounts/users/staff-invitations.store.server.ts'
import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import { mergesInto } from '../merging/merges.store.server.ts'
import { secondAddressesOf } from '#accounts/consent/second-addresses.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { campaignsOf } from '#campaigns/campaign/campaign-emails.store.server.ts'
import { entryLinksOf } from '#accounts/links/entry-links.store.server.ts'
import { passkeysOf } from '#accounts/passkeys/passkeys.store.server.ts'
import { factorOf } from '#accounts/second-factor/second-factors.store.server.ts'
import { mails } from '#mail/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { identities, sessions } from '#accounts/sign-in/tables.ts'
import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { checkouts, products } from '#catalogue/tables.ts'

/** A subscriber's columns without the derived search text. */
const { searchText: _derived, ...subscriberColumns } = getTableColumns(mailingListClients)

/**
 * Everything stored about a user except credentials. Records that only share the user's email
 * address are included once that address is confirmed: until then it may be someone else's.
 */
export async function personalDataOf(db: Queryable, user: User) {
  const { id } = user
  const factor = await factorOf(db, id)
  const passkeys = await passkeysOf(db, id)
  const taken = await tasksTakenBy(db, id)
  const approvals = await approvalsWith(db, id)
  const written = await ownLog(db, id)
  const merges = await mergesInto(db, id)
  const secondAddresses = []
  for (const { email, at } of await secondAddressesOf(db, id)) {
    // One after the other, so that it takes one connection.
    secondAddresses.push({ email, since: at, ...(await recordsByEmail(db, email)) })
  }
  // One query after another: a request must not take a connection for each.
  return {
    waysToSignIn: await db
      .select({ provider: identities.providerId, since: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, id)),
    devices: await db
      .select({
        device: sessions.userAgent,
        networkAddress: sessions.ipAddress,
        signedInAt: sessions.createdAt,
        expiresAt: sessions.expiresAt,
        openedByEmail: sql<boolean>`${sessions.origin} in ('purchase-link', 'login-link')`,
      })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    cart: await cartOf(db, id),
    orders: await allOrdersOf(db, id),
    checkoutsStarted: await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.userId, id))
      .orderBy(desc(checkouts.startedAt)),
    allocations: await allocationsOf(db, id),
    requests: await requestsWithAnswers(db, id),
    ...(passkeys.length > 0 && {
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt,
      })),
    }),
    ...(factor?.confirmedAt && { secondFactorSince: factor.confirmedAt }),
    ...(taken.length > 0 && { tasksTaken: taken }),
    ...(approvals.length > 0 && { secondApprovals: approvals }),
    ...(written.length > 0 && { logEntries: written }),
    linksByEmail: await entryLinksOf(db, id),
    ...(secondAddresses.length > 0 && { secondAddresses }),
    ...(merges.length > 0 && {
      accountsMerged: merges.map(({ at, moved, undoneAt }) => ({ at, moved, undoneAt })),
    }),
    ...(user.emailVerified ? await recordsByEmail(db, user.email) : notConfirmed),
  }
}

/** A person's allocations, without the notes of staff. */
const allocationsOf = (db: Queryable, userId: string) =>
  db
    .select({
      release: releases.name,
      wine: products.title,
      units: allocations.units,
      bought: allocations.bought,
      onPaymentPage: allocations.held,
      origin: allocations.origin,
      keptUntil: allocations.promiseUntil,
      firstSeenAt: allocations.visitedAt,
    })
    .from(allocations)
    .innerJoin(products, eq(products.id, allocations.productId))
    .leftJoin(releases, eq(releases.id, allocations.releaseId))
    .where(eq(allocations.userId, userId))

async function requestsWithAnswers(db: Queryable, userId: string) {
  const asked = await requestsOf(db, userId)
  const answers = await answersTo(
    db,
    asked.map(({ id }) => id),
  )
  return asked.map((request) => ({
    ...request,
    answers: answers
      .filter(({ requestId }) => requestId === request.id)
      .map(({ at, verdict, units, text, until }) => ({ at, verdict, units, text, until })),
  }))
}

const notConfirmed = {
  emailsSent: null,
  mailingList: null,
  consents: null,
  dataRequests: null,
  campaigns: null,
  note: 'What is stored under your email address alone is added once you have confirmed the address.',
}

/** Everything stored under an email address, such as that of a subscriber without an account. */
export async function recordsByEmail(db: Queryable, email: string) {
  const [subscriber] = await db
    .select(subscriberColumns)
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  const invitations = await invitationsTo(db, email)
  return {
    emailsSent: await db
      .select({ kind: mails.kind, state: mails.state, writtenAt: mails.createdAt })
      .from(mails)
      .where(eq(mails.recipient, email))
      .orderBy(desc(mails.createdAt)),
    mailingList: subscriber ?? null,
    consents: await consentsOf(db, email),
    dataRequests: await dataRequestsOf(db, email),
    campaigns: await campaignsOf(db, email),
    ...(invitations.length > 0 && { staffInvitations: invitations }),
  }
}
