import type { Transaction } from '#data/connection.server.ts'
import { queueMails } from '#data/emails/mails.ts'
import { insertSubscriber, listStatusOf } from '#data/people/mailing-list.ts'
import { countAttempt } from '#data/sign-in/attempts.ts'
import { mailingListCopy } from '#domain/copy/mailing-list.ts'
import { firstWord, laterWords } from '#domain/people/person-name.ts'
import { paths } from '#domain/paths.ts'

import type { Services } from '#use-cases/services.ts'
import { networkAttempts, withinLimits } from '#use-cases/sign-in/rate-limits.ts'

/** A name and an email as the form's schema leaves them. */
export type Subscription = { fullname: string; email: string }

/** The page and network address of a subscription, and whether it was sent faster than people type. */
export type SubscriptionSource = { page: string; address: string; isSentTooFast: boolean }

export type Joined = { ok: true } | { ok: false; reason: 'too-many' }

/** Subscriptions an hour per network: far above an office's; fewer if sent faster than people type. */
const perHour = { typed: 120, tooFast: 40 } as const

/** Confirmation emails a day to an address that has left the list. */
const confirmationsPerDay = 2

/** How long the link that confirms a return works, in hours. */
export const rejoinHours = 72

/**
 * Adds a subscriber and queues the email that says so, both or neither. Who is on the list already
 * stays unchanged. Who has left gets an email to confirm that they want to come back, and is not on
 * the list before that: anybody can send an address. The result is the same for all three.
 */
export async function joinMailingList(
  services: Services,
  { fullname, email }: Subscription,
  { page, address, isSentTooFast }: SubscriptionSource,
): Promise<Joined> {
  const { db } = services
  const [name, max] = isSentTooFast ? ['join-in-haste', perHour.tooFast] : ['join', perHour.typed]
  const attempts = networkAttempts(name, { minutes: 60, max }, address)
  if (!(await withinLimits({ db }, attempts))) return { ok: false, reason: 'too-many' }

  const firstName = firstWord(fullname)
  const subscriber = {
    fullName: fullname,
    firstName,
    lastName: laterWords(fullname),
    email,
    consentSource: page,
    consentWording: mailingListCopy.consent,
  }
  await db.transaction(async (tx) => {
    if (await insertSubscriber(tx, subscriber)) {
      await queueMails(tx, [{ kind: 'join', recipient: email, props: { firstName, email } }])
    } else {
      await requestConfirmation(services, tx, email)
    }
  })
  return { ok: true }
}

/**
 * Asks somebody who left whether they want to come back. The email names the subscriber as recorded,
 * never as typed by whoever sent the form.
 */
export async function requestConfirmation(
  { mail, settings, clock }: Pick<Services, 'mail' | 'settings' | 'clock'>,
  tx: Transaction,
  email: string,
): Promise<void> {
  const status = await listStatusOf(tx, email)
  if (!status?.unsubscribedAt) return
  const { subscriberId, firstName, unsubscribedAt } = status
  const key = `rejoin:${subscriberId}`
  if (!(await countAttempt(tx, key, 24 * 60, confirmationsPerDay))) return
  const expiresAt = new Date(clock().getTime() + rejoinHours * 60 * 60 * 1000)
  const token = mail.tokens.signRejoin({ subscriberId, unsubscribedAt, expiresAt })
  const link = settings.publicUrl + paths.rejoin(token)
  await queueMails(tx, [{ kind: 'rejoin', recipient: email, props: { firstName, email, link } }])
}
