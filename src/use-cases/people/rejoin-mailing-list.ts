import { paths } from '#domain/paths.ts'
import { queueMails } from '#data/emails/mails.ts'
import { listStatusById, rejoinList } from '#data/people/mailing-list.ts'
import { mailingListCopy } from '#domain/copy/mailing-list.ts'

import type { Services } from '#use-cases/services.ts'

/** `isBack`: they are on the list, so the link has been used. */
export type RejoinView = { email: string; isBack: boolean }

/** The address of a confirmation link; null when it is forged, expired, or they left again since. */
export async function viewRejoin(
  { db, mail, clock }: Services,
  token: string,
): Promise<RejoinView | null> {
  const rejoin = mail.tokens.readRejoin(token)
  if (!rejoin || rejoin.expiresAt <= clock()) return null
  const status = await listStatusById(db, rejoin.subscriberId)
  if (!status) return null
  const { email, unsubscribedAt } = status
  if (!unsubscribedAt) return { email, isBack: true }
  return unsubscribedAt.getTime() === rejoin.unsubscribedAt.getTime()
    ? { email, isBack: false }
    : null
}

/**
 * Puts the subscriber back on the list, with a new consent, and queues the email that says so. The
 * link works once. False when it does not work.
 */
export async function confirmRejoin(
  { db, mail, clock, log }: Services,
  token: string,
): Promise<boolean> {
  const rejoin = mail.tokens.readRejoin(token)
  if (!rejoin || rejoin.expiresAt <= clock()) return false
  const { subscriberId, unsubscribedAt } = rejoin
  const consent = { consentSource: paths.rejoin(), consentWording: mailingListCopy.consent }
  return db.transaction(async (tx) => {
    const subscriber = await rejoinList(tx, subscriberId, unsubscribedAt, consent)
    if (!subscriber) return false
    const { email } = subscriber
    await queueMails(tx, [{ kind: 'join', recipient: email, props: subscriber }])
    log.info({ subscriber: subscriberId }, 'rejoined the mailing list')
    return true
  })
}
