import { z } from 'zod'

import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { leftOf, recordNo, recordNoOfErased } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { insertDataRequest } from '#accounts/consent/data-requests.store.server.ts'
import { eraseListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import {
  insertPersonalDataLink,
  isUnusedDataLink,
  subscriberByDataCookie,
  useDataLink,
} from '#accounts/consent/personal-data-links.store.server.ts'
import { minutesFrom, newToken, tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { linkLimit, mayTryLink } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { lockAccountOf } from '#accounts/users/accounts.store.server.ts'
import { mailingListForm } from '#campaigns/mailing-list/mailing-list-form.rules.ts'
import type { Subscriber } from '#campaigns/mailing-list/subscriber.rules.ts'
import {
  lockSubscriber,
  subscriberById,
  writeSubscriber,
} from '#campaigns/mailing-list/subscribers.store.server.ts'
import { countAttempt } from '#mail/attempts.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { ordersKeptOf } from '#orders/order/orders.store.server.ts'
import { customerAnswer, customerWork } from '#platform/action/customer-action.server.ts'
import { text } from '#platform/action/form-fields.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { confirmErasure } from '../deletion/confirm-erasure.actions.server.ts'
import { forgetAddress } from '../deletion/forget-address.actions.server.ts'
import { dataCookie } from './data-cookie.ts'
import { recordsByEmail } from './export-personal-data.actions.server.ts'
import { dataLinkMinutes, personalDataCopy as copy } from './personal-data.copy.ts'

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
export const requestDataLink = customerAnswer({
  for: 'anyone',
  limit: linkLimit(copy.tooMany),
  limited: true,
  mails: true,
  form: z.object({ token: text() }),
  async run({ services, now }, { token }) {
    const { db, mail, settings } = services
    const id = mail.tokens.readData(token)
    const subscriber = id ? await subscriberById(db, id) : null
    if (!subscriber) return { isSent: false }
    await db.transaction(async (tx) => {
      if (!(await countAttempt(tx, `personal-data:${subscriber.id}`, 60, linksPerHour))) return
      const { token: secret, tokenHash } = newToken()
      const expiresAt = minutesFrom(now, dataLinkMinutes)
      await insertPersonalDataLink(tx, { tokenHash, subscriberId: subscriber.id, expiresAt })
      const { firstname: firstName, email } = subscriber.fields
      const link = settings.publicUrl + paths.subscriberData({ token: secret })
      const props = { firstName, link, minutes: dataLinkMinutes }
      await queueMail(tx, 'personal-data-link', email, props)
    })
    return { isSent: true }
  },
})

/** The browser's cookie, or at first the token of the mailed link. */
const ofBrowser = {
  for: 'anyone',
  limited: true,
  form: z.object({ cookie: text() }),
} as const

/** Uses an emailed link, which works once: its cookie then shows the data to this browser. */
export const openDataLink = customerWork({
  ...ofBrowser,
  limit: 'itself',
  async run({ services, headers, now }, { cookie: token }) {
    const { db, settings } = services
    if (!(await mayTryLink(services, headers))) return { cookie: null, cookies: [] }
    const { token: cookie, tokenHash: cookieHash } = newToken()
    const expiresAt = minutesFrom(now, dataLinkMinutes)
    const isUsed = await useDataLink(db, tokenHashOf(token), { cookieHash, expiresAt, now })
    if (!isUsed) return { cookie: null, cookies: [] }
    return { cookie, cookies: [dataCookie.write(cookie, settings)] }
  },
  say: ({ cookies }) => ({ cookies }),
})

type SubscriberDataView =
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

/** Corrects the subscriber's own name. */
export const correctOwnName = customerWork({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  form: z.object({ cookie: text(), fullname: mailingListForm.shape.fullname }),
  async run({ services }, { cookie, fullname }) {
    const subscriber = await subscriberOf(services, cookie)
    if (!subscriber) return { isSaved: false }
    return services.db.transaction(async (tx) => {
      const now = await lockSubscriber(tx, subscriber.id)
      if (!now) return { isSaved: false }
      const { lastname: before } = now.fields
      // The last name is not guessed; one that the new name still has stays.
      const lastname = fullname.endsWith(before) ? before : ''
      const names = { fullname, firstname: firstWord(fullname), lastname }
      await writeSubscriber(tx, now.id, { ...now.fields, ...names })
      return { isSaved: true }
    })
  },
  say: ({ isSaved }) => (isSaved ? copy.saved : {}),
})

const leaveByLink = {
  source: 'link',
  wording: consentWordings.leave,
  page: paths.subscriberData(),
} as const

/** Withdraws consent of the subscriber of this browser's cookie. */
export const leaveByData = customerWork({
  ...ofBrowser,
  limit: 'secret',
  async run({ services }, { cookie }) {
    const subscriber = await subscriberOf(services, cookie)
    if (!subscriber) return { hasLeft: false }
    const { email } = subscriber.fields
    await services.db.transaction((tx) => recordNo(services, tx, email, leaveByLink))
    return { hasLeft: true }
  },
  say: ({ hasLeft }) => (hasLeft ? copy.left : {}),
})

/** Queues the erasure of the subscriber of this browser's cookie. */
export const eraseByData = customerWork({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  form: z.object({ cookie: text(), sure: z.string(copy.tickFirst) }),
  async run({ services }, { cookie }) {
    const { db, settings } = services
    const subscriber = await subscriberOf(services, cookie)
    if (!subscriber) return { said: {} }
    const { id: subscriberId } = subscriber
    await queueJob(db, 'erase-subscriber', { subscriberId }, `erase:${subscriberId}`)
    const cookies = [dataCookie.clear(settings)]
    return { said: { sentence: copy.erased, to: paths.home(), cookies } }
  },
  say: ({ said }) => said,
})

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
    const kept = await ordersKeptOf(tx, [email])
    const erased = { account: false, list: true, ...kept }
    if (isForgotten) await confirmErasure(services, tx, email, erased)
    return true
  })
  if (isErased) log.info({ subscriber: subscriberId }, 'subscriber erased at their wish')
}
