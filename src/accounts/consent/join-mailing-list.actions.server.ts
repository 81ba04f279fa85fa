import { queueMail } from '#mail/mails.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { networkAttempts, withinLimits } from '../sign-in/rate-limits.actions.server.ts'
import { requestConfirmation } from './confirm-subscription.actions.server.ts'
import { factsOf } from './consent.actions.server.ts'
import { needsProof, whyNotWriteTo } from './consent.rules.ts'
import { writeConsent } from './consents.store.server.ts'
import { mailingListCopy } from './mailing-list.copy.ts'
import { insertSubscriber } from './mailing-list.store.server.ts'

/** A name and an email as the form's schema leaves them. */
export type Subscription = { fullname: string; email: string }

/**
 * The page and network address of a subscription, and whether it was sent faster than people type.
 */
type SubscriptionSource = { page: string; address: string; isSentTooFast: boolean }

export type Joined = Outcome<'too-many'>

/**
 * Subscriptions an hour per network: far above an office's; fewer if sent faster than people type.
 */
const perHour = { typed: 120, tooFast: 40 } as const

/**
 * Adds a subscriber and queues the welcome email, in one transaction. An address on the list stays as it
 * is. One that has left, or was erased, gets a confirmation email and is added once it is confirmed, as
 * anyone can send any address. The result is the same for all of them.
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

  const act = { source: 'form', wording: mailingListCopy.consent, page } as const
  await db.transaction(async (tx) => {
    const facts = await factsOf(services, tx, email)
    const why = whyNotWriteTo(facts)
    if (needsProof(why)) {
      const isReturn = facts.fields.list !== null || facts.fields.account !== null
      const asked = isReturn ? 'again' : 'new'
      await requestConfirmation(services, tx, { ...facts, email, fullName: fullname, asked, act })
    } else await join(services, tx, { email, fullName: fullname, address, act })
  })
  return { ok: true }
}

type NewJoin = {
  email: string
  fullName: string
  address: string
  act: { source: 'form'; wording: string; page: string }
}

async function join(
  { hashes }: Services,
  tx: Transaction,
  { email, fullName, address, act }: NewJoin,
): Promise<void> {
  const firstName = firstWord(fullName)
  const consent = { consentSource: act.page, consentWording: act.wording }
  if (!(await insertSubscriber(tx, { fullName, firstName, email, ...consent }))) return
  const entry = { email, kind: 'email', verdict: 'yes', ...act } as const
  await writeConsent(tx, entry, hashes.ofNetwork(address))
  await queueMail(tx, 'join', email, { firstName, email })
}
