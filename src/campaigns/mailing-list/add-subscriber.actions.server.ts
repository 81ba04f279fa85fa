import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { writeConsent } from '#accounts/consent/consents.store.server.ts'
import { insertSubscriber } from '#accounts/consent/mailing-list.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { subscriberCopy } from './subscriber.copy.ts'
import type { AddedErrors, AddedFields } from './add-subscriber-form.rules.ts'
import { checkAdded } from './add-subscriber-form.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { firstWord, laterWords } from '#platform/text/person-name.rules.ts'

import { subscriberSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { requestConfirmation } from '#accounts/consent/confirm-subscription.actions.server.ts'
import { factsOf } from '#accounts/consent/consent.actions.server.ts'

type AddedSubscriber =
  | Outcome<'not-staff' | 'on-list' | 'has-left', { id: string }>
  | { ok: false; reason: 'invalid'; errors: AddedErrors }

/**
 * Adds a person who agreed in writing to the mailing list; staff record where, and the welcome email is
 * sent. An address that has left, or was erased, gets a confirmation email instead, and is added once it
 * is confirmed (`has-left`). Only for staff.
 */
export async function addSubscriber(
  services: Services,
  viewer: Staff,
  values: AddedFields,
): Promise<AddedSubscriber> {
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const checked = checkAdded(values)
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { fullname, email, proof } = checked.fields
  const firstName = firstWord(fullname)
  const page = paths.addSubscriber()
  const act = { source: 'staff', wording: proof, page, by: viewer.email } as const
  return services.db.transaction(async (tx): Promise<AddedSubscriber> => {
    const facts = await factsOf(services, tx, email)
    const why = whyNotWriteTo(facts)
    if (why && why !== 'never-agreed') {
      const asked = { ...facts, email, fullName: fullname, asked: 'in-writing', act } as const
      await requestConfirmation(services, tx, asked)
      return { ok: false, reason: 'has-left' }
    }
    const isNew = await insertSubscriber(tx, {
      fullName: fullname,
      firstName,
      lastName: laterWords(fullname),
      email,
      consentSource: subscriberCopy.add.source,
      consentWording: proof,
    })
    if (!isNew) return { ok: false, reason: 'on-list' }
    await writeConsent(tx, { email, kind: 'email', verdict: 'yes', ...act })
    const id = (await factsOf(services, tx, email)).subscriberId!
    await queueMail(tx, 'join', email, { firstName, email })
    await writeAuditEntry(
      tx,
      viewer,
      'subscriber-added',
      subscriberSubject(id, { fullname, email }),
      { after: { fullname, email, proof } },
    )
    return { ok: true, id }
  })
}
