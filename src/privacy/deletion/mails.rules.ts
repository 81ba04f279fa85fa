import { z } from 'zod'

import { count } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const deletionMails = {
  /** The last email to an address: what was erased and what stays. After a receipt still to be sent. */
  'erasure-confirmed': {
    name: 'Confirmation that data were erased',
    props: z.object({
      number: count,
      orders: count,
      /** Last month in which they are kept with their person; null in an email of the release before. */
      through: z.string().nullable().default(null),
      isErased: z.object({ account: z.boolean(), list: z.boolean() }),
    }),
    urgency: 2,
    limit: 'confirmed',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof deletionMails> {}
}
