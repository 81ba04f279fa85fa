import { z } from 'zod'

import { link, person } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const mailingListMails = {
  join: {
    name: 'Welcome to the mailing list',
    props: person,
    urgency: 2,
    list: true,
    limit: 'per-address',
  },
  /** Queued by an earlier release only. */
  rejoin: {
    name: 'Return to the mailing list',
    props: person.extend({ link }),
    urgency: 0,
    limit: 'per-address',
  },
  'confirm-subscription': {
    name: 'Confirmation of the mailing list',
    props: person.extend({ link, asked: z.enum(['again', 'new', 'in-writing']) }),
    urgency: 0,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof mailingListMails> {}
}
