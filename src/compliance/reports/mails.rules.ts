import { z } from 'zod'

import { link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const reportMails = {
  'report-due': {
    name: 'Report to a state due',
    props: z.object({ state: text, period: text, dueOn: text, link }),
    urgency: 2,
    limit: 'staff',
    keep: ['state', 'period', 'dueOn', 'link'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof reportMails> {}
}
