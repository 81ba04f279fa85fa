import { z } from 'zod'

import { count, link, ordered, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const releaseMails = {
  /** To the business. */
  'release-notice': {
    name: 'Release notice',
    props: z.object({
      event: z.enum(['opened', 'sold-out', 'ended']),
      name: text,
      wines: z.array(z.object({ title: text, sold: count, stock: count.nullable() })),
    }),
    urgency: 2,
    limit: 'staff',
    keep: ['event', 'name'],
  },
  /** To everyone whose wine of it has not left yet. */
  'release-ships-later': {
    name: 'Release ships later',
    props: z.object({
      firstName: text,
      release: text,
      shipsFrom: z.iso.date(),
      orderUrl: link,
      ordered,
    }),
    urgency: 1,
    limit: 'staff',
    keep: ['release'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof releaseMails> {}
}
