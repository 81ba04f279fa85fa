import { z } from 'zod'

import { named, passingLink, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const signInMails = {
  'password-recovery': {
    name: 'Password recovery',
    props: passingLink,
    urgency: 0,
    limit: 'per-address',
  },
  'password-changed': {
    name: 'Password changed',
    props: named.extend({
      /** Names of the passkeys that still log in; without them in emails of the release before. */
      passkeys: z.array(text).optional(),
      google: z.boolean().optional(),
    }),
    urgency: 1,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof signInMails> {}
}
