import { z } from 'zod'

import { link, named, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const waitingMails = {
  'waiting-line-closed': {
    name: 'Waiting line closed',
    props: named.extend({
      closedAt: z.iso.datetime(),
      /** As it was at that moment. */
      wines: z.array(z.object({ title: text, left: z.enum(['enough', 'few', 'none']) })),
      link,
    }),
    urgency: 1,
    limit: 'confirmed',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof waitingMails> {}
}
