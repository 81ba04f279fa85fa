import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { noteUnconfirmedYes } from './confirm-subscription.actions.server.ts'
import type { ContactBox } from './consent-kinds.rules.ts'
import { contactBoxes, contactBoxNames } from './consent-kinds.rules.ts'
import { factsOf, recordNo, recordYes } from './consent.actions.server.ts'
import { boxWording, consentWordings } from './consent.copy.ts'
import { verdictOf } from './consent.rules.ts'
import { writeConsent } from './consents.store.server.ts'

type Choices = Record<ContactBox, boolean>

type ChangedContact = {
  email: string
  emailVerified: boolean
  before: Choices
  after: Choices
  /** The staff member's email; null for the customer's own form. */
  by: string | null
  page: string
}

/**
 * Records changed contact preferences of an account that is saved already. Turning email off leaves the
 * mailing list; turning it on is consent if the customer does it and the subscription is active, but
 * not if staff do. Off counts at once, on only of a confirmed address.
 */
export async function noteContactChoices(
  services: Services,
  tx: Transaction,
  { email, emailVerified, before, after, by, page }: ChangedContact,
): Promise<void> {
  const from = { source: by ? 'staff' : 'account', page, by } as const
  for (const box of contactBoxNames) {
    if (box === 'byEmail' || after[box] === before[box]) continue
    const wording = boxWording(box, after[box])
    const verdict = after[box] ? 'yes' : 'no'
    const kind = contactBoxes[box]
    await writeConsent(tx, { ...from, email, kind, verdict, wording, counts: emailVerified })
  }
  if (after.byEmail === before.byEmail) return
  const act = { ...from, wording: boxWording('byEmail', after.byEmail) }
  if (!after.byEmail) {
    await recordNo(services, tx, email, act, { keepsSubscription: true, always: true })
    return
  }
  const facts = await factsOf(services, tx, email)
  const isInactive = facts.fields.account?.subscription === 'inactive'
  if (!by && !isInactive) {
    return emailVerified
      ? recordYes(services, tx, email, act)
      : noteUnconfirmedYes(services, tx, { ...facts, email, act })
  }
  await writeConsent(tx, {
    ...from,
    email,
    kind: 'email',
    // The state after the change; of an unconfirmed account its own choice, which does not count.
    verdict: emailVerified ? verdictOf(facts.fields) : 'yes',
    wording: by ? consentWordings.byEmailOfStaff : consentWordings.byEmailInactive,
    counts: emailVerified,
  })
}
