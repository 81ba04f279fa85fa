import { z } from 'zod'

import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const secondFactorMails = {
  'second-factor-locked': {
    name: 'Second factor locked',
    props: z.object({ minutes: z.number() }),
    urgency: 1,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof secondFactorMails> {}
}
