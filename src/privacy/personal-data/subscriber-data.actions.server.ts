import type { Transaction } from '#platform/database/connection.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { lockAccountOf } from '#accounts/users/accounts.store.server.ts'
import { insertDataRequest } from '#accounts/consent/data-requests.store.server.ts'
import { eraseListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import { recordsByEmail } from './export-personal-data.actions.server.ts'
import {
  insertPersonalDataLink,
  isUnusedDataLink,
  subscriberByDataCookie,
  useDataLink,
} from '#accounts/consent/personal-data-links.store.server.ts'
import {
  lockSubscriber,
  subscriberById,
  writeSubscriber,
} from '#campaigns/mailing-list/subscribers.store.server.ts'
import { countAttempt } from '#mail/attempts.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { mailingListForm } from '#campaigns/mailing-list/mailing-list-form.rules.ts'
import { firstWord, laterWords } from '#platform/text/person-name.rules.ts'
import type { Subscriber } from '#campaigns/mailing-list/subscriber.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Outcome, Services } from '#platform/services/services.ts'
import { minutesFrom, newToken, tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'

import { forgetAddress } from '../deletion/forget-address.actions.server.ts'
import { confirmErasure } from '../deletion/confirm-erasure.actions.server.ts'
import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { leftOf, recordNo, recordNoOfErased } from '#accounts/consent/consent.actions.server.ts'

/** How long the link works, and after it was used the page, in minutes. */
const linkMinutes = 30

/** Links an hour to one subscriber. */
const linksPerHour = 3

/** Whether a link from the footer of an email is valid and its record exists. */
export async function viewDataLink({ db, mail }: Services, token: string): Promise<boolean> {
  const id = mail.tokens.readData(token)
  return id !== null && (await subscriberById(db, id)) !== null
}

/**
 * Emails a subscriber a link to their data, to the address on record, as the link in an email's footer
 * may have been forwarded. At most three an hour; beyond that the result is the same.
 */
export async function requestDataLink(
  services: Services,
  token: string,
  headers: Headers,
): Promise<Outcome<'unknown' | 'too-many'>> {
  const { db, mail, settings, clock } = services
  if (!(await mayTryLink(services, headers))) {
    return { ok: false, reason: 'too-many' }
  }
  const id = mail.tokens.readData(token)
  const subscriber = id ? await subscriberById(db, id) : null
  if (!subscriber) return { ok: false, reason: 'unknown' }
  await db.transaction(async (tx) => {
    if (!(await countAttempt(tx, `personal-data:${subscriber.id}`, 60, linksPerHour))) return
    const { token: secret, tokenHash } = newToken()
    const expiresAt = minutesFrom(clock(), linkMinutes)
    await insertPersonalDataLink(tx, { tokenHash, subscriberId: subscriber.id, expiresAt })
    const { firstname: firstName, email } = subscriber.fields
    const link = settings.publicUrl + paths.subscriberData({ token: secret })
    const props = { firstName, link, minutes: linkMinutes }
    await queueMail(tx, 'personal-data-link', email, props)
  })
  return { ok: true }
}

/** Uses an emailed link, which works once: `cookie` then shows its data to this browser. */
export async function openDataLink(
  services: Services,
  token: string,
  headers: Headers,
): Promise<{ ok: true; cookie: string } | { ok: false }> {
  const { db, clock } = services
  if (!(await mayTryLink(services, headers))) return { ok: false }
  const { token: cookie, tokenHash: cookieHash } = newToken()
  const now = clock()
  const expiresAt = minutesFrom(now, linkMinutes)
  const used = await useDataLink(db, tokenHashOf(token), { cookieHash, expiresAt, now })
  return used ? { ok: true, cookie } : { ok: false }
}

export type SubscriberDataView =
  | { state: 'open'; subscriber: Subscriber; left: Left | null }
  /** The link was not used yet; a button uses it, because mail scanners open links. */
  | { state: 'unused' }
  | { state: 'none' }

/** What a browser's cookie, or an unused link's token, gives access to. */
export async function viewSubscriberData(
  { db, clock }: Services,
  cookie: string,
): Promise<SubscriberDataView> {
  const subscriber = await subscriberOf({ db, clock }, cookie)
  if (subscriber) {
    return { state: 'open', subscriber, left: await leftOf(db, subscriber.fields.email) }
  }
  const isUnused = await isUnusedDataLink(db, tokenHashOf(cookie), clock())
  return { state: isUnused ? 'unused' : 'none' }
}

async function subscriberOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  cookie: string,
): Promise<Subscriber | null> {
  const id = await subscriberByDataCookie(db, tokenHashOf(cookie), clock())
  return id ? subscriberById(db, id) : null
}

/** Everything kept about the subscriber of this browser's cookie; null without one. */
export async function exportSubscriberData(services: Services, cookie: string) {
  const { db, clock } = services
  const subscriber = await subscriberOf({ db, clock }, cookie)
  if (!subscriber) return null
  const { email } = subscriber.fields
  const number = await insertDataRequest(db, 'export', email, { isDone: true })
  return { number, writtenAt: clock(), ...(await recordsByEmail(services, email)) }
}

type CorrectedName = Outcome<'none'> | { ok: false; reason: 'invalid'; error: string }

/** Corrects the subscriber's own name. */
export async function correctOwnName(
  { db, clock }: Services,
  cookie: string,
  fullname: string,
): Promise<CorrectedName> {
  const subscriber = await subscriberOf({ db, clock }, cookie)
  if (!subscriber) return { ok: false, reason: 'none' }
  const read = mailingListForm.shape.fullname.safeParse(fullname)
  if (!read.success) return { ok: false, reason: 'invalid', error: read.error.issues[0]!.message }
  return db.transaction(async (tx): Promise<CorrectedName> => {
    const now = await lockSubscriber(tx, subscriber.id)
    if (!now) return { ok: false, reason: 'none' }
    const names = {
      fullname: read.data,
      firstname: firstWord(read.data),
      lastname: laterWords(read.data),
    }
    await writeSubscriber(tx, now.id, { ...now.fields, ...names })
    return { ok: true }
  })
}

const leaveByLink = {
  source: 'link',
  wording: consentWordings.leave,
  page: paths.subscriberData(),
} as const

/** Withdraws consent of the subscriber of this browser's cookie. False without one. */
export async function leaveByData(services: Services, cookie: string): Promise<boolean> {
  const { db } = services
  const subscriber = await subscriberOf(services, cookie)
  if (!subscriber) return false
  await db.transaction((tx) => recordNo(services, tx, subscriber.fields.email, leaveByLink))
  return true
}

/** Queues the erasure of the subscriber of this browser's cookie. False without one. */
export async function eraseByData({ db, clock }: Services, cookie: string): Promise<boolean> {
  const subscriber = await subscriberOf({ db, clock }, cookie)
  if (!subscriber) return false
  await queueJob(db, 'erase-subscriber', { subscriberId: subscriber.id }, `erase:${subscriber.id}`)
  return true
}

/**
 * Erases a subscriber and queues the confirmation, in one transaction. An account with the address stays
 * and gets no more emails of the list. A background job.
 */
export async function eraseSubscriber(services: Services, subscriberId: string): Promise<void> {
  const { db, log } = services
  const isErased = await db.transaction(async (tx: Transaction) => {
    const seen = await subscriberById(tx, subscriberId)
    // Rows are locked in the order account, list record.
    if (seen) await lockAccountOf(tx, seen.fields.email)
    const subscriber = await lockSubscriber(tx, subscriberId)
    if (!subscriber) return false
    const { email } = subscriber.fields
    await eraseListRecord(tx, email)
    await recordNoOfErased(services, tx, email, leaveByLink)
    const isForgotten = await forgetAddress(services, tx, { email, isConfirmed: true }, 'link')
    if (isForgotten) await confirmErasure(tx, email, { account: false, list: true })
    return true
  })
  if (isErased) log.info({ subscriber: subscriberId }, 'subscriber erased at their wish')
}
