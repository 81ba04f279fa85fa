import { z } from 'zod'

import { text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'
import { aboutOrder, orderStep } from '#orders/order/mails.rules.ts'

export const pickupMails = {
  'pickup-ready': orderStep('Ready to pick up', {
    ...aboutOrder,
    /** The agreed time was missed, and these are proposed; neither is in the first email. */
    isMissed: z.boolean().optional(),
    proposals: z.array(text).optional(),
  }),
  'pickup-agreed': orderStep('Pickup agreed', {
    ...aboutOrder,
    place: text,
    address: text,
    when: text,
  }),
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof pickupMails> {}
}
