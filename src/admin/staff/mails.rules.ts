import { z } from 'zod'

import { link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const staffMails = {
  'staff-invited': {
    name: 'Invitation to the staff',
    props: z.object({ by: text, link, hours: z.number() }),
    urgency: 0,
    limit: 'staff',
  },
  /** To the staff member and to the owner who removed it. */
  'second-factor-off': {
    name: 'Second factor removed',
    props: z.object({ email: text, by: text }),
    urgency: 1,
    limit: 'staff',
  },
  /** An alarm of docs/operations.md, to owners who receive them by email. */
  'operations-alert': {
    name: 'Operations alert',
    props: z.object({
      event: z.enum(['raised', 'again', 'ended']),
      cause: text,
      sinceAt: text,
    }),
    urgency: 0,
    limit: 'staff',
    keep: ['event', 'cause'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof staffMails> {}
}
