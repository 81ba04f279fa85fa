import { z } from 'zod'

import { licenceHolders } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { count, link, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const licenceMails = {
  /** To the business. */
  'licence-expiring': {
    name: 'License expiring',
    props: z.object({
      state: text,
      holder: z.enum(licenceHolders),
      kind: text,
      number: text,
      until: z.iso.date(),
      daysLeft: count,
      link,
    }),
    urgency: 2,
    limit: 'staff',
    keep: ['state', 'number', 'until'],
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof licenceMails> {}
}
