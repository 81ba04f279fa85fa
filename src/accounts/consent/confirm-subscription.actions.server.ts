import { z } from 'zod'

import { countAttempt } from '#mail/attempts.store.server.ts'
import type { MailProps } from '#mail/mail.rules.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { customerAction } from '#platform/action/customer-action.server.ts'
import { anyText } from '#platform/action/form-fields.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { minutesFrom, newToken, tokenHashOf } from '../links/mailed-link.actions.server.ts'
import { userByEmail } from '../users/users.store.server.ts'
import type { ConsentAct } from './consent.actions.server.ts'
import { factsOf, recordYes } from './consent.actions.server.ts'
import { confirmationHours } from './consent.rules.ts'
import { needsProof, whyNotWriteTo } from './consent.rules.ts'
import { writeConsent } from './consents.store.server.ts'
import type { AddressFacts } from './email-permission.store.server.ts'
import {
  insertPendingConsent,
  pendingConsentOf,
  usePendingConsent,
} from './pending-consents.store.server.ts'

/** Confirmation emails a day to one address. */
const confirmationsPerDay = 2

type Asked = {
  email: string
  /** Of the record, else empty: a stranger must not put text into the email. */
  firstName: string
  /** For the new list record of an address that has none. */
  fullName: string
  asked: MailProps['confirm-subscription']['asked']
  act: ConsentAct
}

/**
 * Queues an email with a link by which the owner of an address consents; nothing changes before that. At
 * most two a day per address, then false.
 */
export async function requestConfirmation(
  { settings, clock, hashes }: Services,
  tx: Transaction,
  { email, firstName, fullName, asked, act }: Asked,
): Promise<boolean> {
  const key = `confirm-subscription:${hashes.ofEmail(email)}`
  if (!(await countAttempt(tx, key, 24 * 60, confirmationsPerDay))) return false
  const { token, tokenHash } = newToken()
  const expiresAt = minutesFrom(clock(), confirmationHours * 60)
  const { source, wording, page = '', by = null } = act
  const pending = { tokenHash, email, fullName, source, wording, page, by, expiresAt }
  await insertPendingConsent(tx, pending)
  const link = settings.publicUrl + paths.rejoin(token)
  const props = { firstName, email, link, asked }
  await queueMail(tx, 'confirm-subscription', email, props)
  return true
}

type UnconfirmedYes = AddressFacts & { email: string; act: ConsentAct }

/**
 * A yes in an account whose address is not confirmed. It is noted and does not count; where the person said
 * no, the owner of the address is asked by email.
 */
export async function noteUnconfirmedYes(
  services: Services,
  tx: Transaction,
  { email, act, ...facts }: UnconfirmedYes,
): Promise<void> {
  await writeConsent(tx, { email, kind: 'email', verdict: 'yes', ...act, counts: false })
  if (!needsProof(whyNotWriteTo(facts))) return
  const { firstName } = facts
  const account = await userByEmail(tx, email)
  const fullName = account ? `${account.firstName} ${account.lastName}`.trim() : ''
  const asked = { email, firstName, fullName, asked: 'again', act } as const
  await requestConfirmation(services, tx, asked)
}

/** `isBack`: the address is on the list, so the link was used. */
type ConfirmationView = { email: string; isBack: boolean }

/** The address of a confirmation link; null when the link is unknown or expired, or they left since. */
export async function viewRejoin(
  services: Services,
  token: string,
): Promise<ConfirmationView | null> {
  const { db, clock } = services
  const pending = await pendingConsentOf(db, tokenHashOf(token), clock())
  if (!pending) return null
  const { email, confirmedAt } = pending
  const mayWrite = whyNotWriteTo(await factsOf(services, db, email)) === null
  if (mayWrite) return { email, isBack: true }
  return confirmedAt ? null : { email, isBack: false }
}

/** Records the consent given by a confirmation link, and queues the welcome email. The link works once. */
export const confirmRejoin = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  form: z.object({ token: anyText() }),
  async run({ services, tx, now }, { token }) {
    const pending = await usePendingConsent(tx, tokenHashOf(token), now)
    if (!pending) return { isBack: false }
    const { email, source, wording, by, fullName } = pending
    const act = { source, wording, page: paths.rejoin(), by }
    await recordYes(services, tx, email, act, { listName: fullName })
    const { firstName } = await factsOf(services, tx, email)
    await queueMail(tx, 'join', email, { firstName, email })
    services.log.info({}, 'rejoined the mailing list')
    return { isBack: true }
  },
})
