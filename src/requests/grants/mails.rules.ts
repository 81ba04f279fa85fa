import { z } from 'zod'

import { cents, count, link, named, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

/** A grant: the wine kept for a customer, and until when. */
const grant = named.extend({
  wine: text,
  units: count,
  untilAt: z.iso.datetime(),
  /** With ground shipping and tax; null where one order or the customer's address does not allow it. */
  landedCents: cents.nullable(),
  unitCents: cents,
  link,
})

export const grantMails = {
  'request-granted': {
    name: 'Request granted',
    props: grant.extend({ text }),
    urgency: 1,
    limit: 'staff',
    keep: ['wine', 'units'],
  },
  'grant-expiring': {
    name: 'Grant about to end',
    props: grant,
    urgency: 1,
    limit: 'staff',
    keep: ['wine', 'units'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof grantMails> {}
}
