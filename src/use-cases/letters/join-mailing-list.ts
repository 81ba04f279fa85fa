import { countAttempt } from '#data/attempts.ts'
import { insertMailingListClient } from '#data/mailing-list.ts'
import { queueMails } from '#data/mails.ts'
import { mailingListCopy } from '#domain/copy/mailing-list.ts'
import { addressBlock } from '#domain/network-address.ts'
import { firstWord } from '#domain/person-name.ts'

import type { Parts } from '#use-cases/parts.ts'

/** A name and an email as the form's schema leaves them. */
export type Subscription = { fullname: string; email: string }

/** Where a subscription comes from: the page, the network address, and if no person was so quick. */
export type SubscriptionSource = { page: string; address: string; isHasty: boolean }

export type Joined = { ok: true } | { ok: false; reason: 'too-many' }

/** Subscriptions an hour from one address: far above an office's, less where no person typed. */
const anHour = { byPeople: 120, inHaste: 40 } as const

/**
 * Puts somebody on the mailing list and queues the letter that says so, both or neither. One client
 * per email; the second time nothing is written or sent, and the answer is the same.
 */
export async function joinMailingList(
  { db }: Parts,
  { fullname, email }: Subscription,
  { page, address, isHasty }: SubscriptionSource,
): Promise<Joined> {
  const from = addressBlock(address)
  const allowed = isHasty
    ? await countAttempt(db, `join-in-haste:${from}`, 60, anHour.inHaste)
    : await countAttempt(db, `join:${from}`, 60, anHour.byPeople)
  if (!allowed) return { ok: false, reason: 'too-many' }

  const firstName = firstWord(fullname)
  const client = {
    fullName: fullname,
    firstName,
    email,
    consentSource: page,
    consentWording: mailingListCopy.consent,
  }
  await db.transaction(async (tx) => {
    if (!(await insertMailingListClient(tx, client))) return
    await queueMails(tx, [{ kind: 'join', recipient: email, props: { firstName, email } }])
  })
  return { ok: true }
}
