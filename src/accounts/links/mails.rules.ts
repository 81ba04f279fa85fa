import { z } from 'zod'

import { link, named, passingLink } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const linkMails = {
  'login-link': { name: 'Link to log in', props: passingLink, urgency: 0, limit: 'per-address' },
  /** A fresh one, for another browser. */
  'purchase-link': {
    name: 'Fresh purchase link',
    props: named.extend({ link, expiresAt: z.iso.datetime() }),
    urgency: 0,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof linkMails> {}
}
