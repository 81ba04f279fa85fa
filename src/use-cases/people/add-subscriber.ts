import { writeAuditEntry } from '#data/admin/audit-log.ts'
import { queueMails } from '#data/emails/mails.ts'
import { insertSubscriber, listStatusOf } from '#data/people/mailing-list.ts'
import { may } from '#domain/admin/access.ts'
import { subscriberCopy } from '#domain/copy/records.ts'
import type { AddedErrors, AddedFields } from '#domain/people/add-subscriber-form.ts'
import { checkAdded } from '#domain/people/add-subscriber-form.ts'
import { firstWord, laterWords } from '#domain/people/person-name.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import { requestConfirmation } from './join-mailing-list.ts'

export type AddedSubscriber =
  | { ok: true; id: string }
  | { ok: false; reason: 'not-staff' | 'on-list' | 'has-left' }
  | { ok: false; reason: 'invalid'; errors: AddedErrors }

/**
 * Adds somebody who said yes in writing to the mailing list: staff name where, and the email that
 * welcomes every subscriber confirms it to them, with its link to leave. Who has left is asked by
 * email whether they want to come back, and is not on the list before they say so. Only for staff.
 */
export async function addSubscriber(
  services: Services,
  viewer: Staff,
  values: AddedFields,
): Promise<AddedSubscriber> {
  if (!may(viewer.role, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const checked = checkAdded(values)
  if (!checked.ok) return { ok: false, reason: 'invalid', errors: checked.errors }
  const { fullname, email, proof } = checked.fields
  const firstName = firstWord(fullname)
  return services.db.transaction(async (tx): Promise<AddedSubscriber> => {
    const isNew = await insertSubscriber(tx, {
      fullName: fullname,
      firstName,
      lastName: laterWords(fullname),
      email,
      consentSource: subscriberCopy.add.source,
      consentWording: proof,
    })
    const status = await listStatusOf(tx, email)
    if (!isNew) {
      if (!status?.unsubscribedAt) return { ok: false, reason: 'on-list' }
      await requestConfirmation(services, tx, email)
      return { ok: false, reason: 'has-left' }
    }
    await queueMails(tx, [{ kind: 'join', recipient: email, props: { firstName, email } }])
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      action: 'client-added',
      subjectKind: 'client',
      subjectId: status!.subscriberId,
      subjectLabel: `${fullname} ${email}`,
      before: null,
      after: { fullname, email, proof },
    })
    return { ok: true, id: status!.subscriberId }
  })
}
