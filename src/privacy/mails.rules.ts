import { z } from 'zod'

import { count, link, named, person, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const privacyMails = {
  'personal-data-link': {
    name: 'Link to what is kept',
    props: named.extend({ link, minutes: z.number() }),
    urgency: 0,
    limit: 'per-address',
  },
  /** The last email to an address: what was erased and what stays. After a receipt still to be sent. */
  'erasure-confirmed': {
    name: 'Confirmation that data were erased',
    props: z.object({
      number: count,
      orders: count,
      isErased: z.object({ account: z.boolean(), list: z.boolean() }),
    }),
    urgency: 2,
    limit: 'confirmed',
  },
  /** To both addresses of merged accounts, and again when that is undone. */
  'accounts-merged': {
    name: 'Accounts merged',
    props: person.extend({ second: text, undoUntil: z.iso.datetime(), isUndone: z.boolean() }),
    urgency: 1,
    limit: 'staff',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof privacyMails> {}
}
