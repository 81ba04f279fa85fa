import { z } from 'zod'

import { count, link, named, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const requestMails = {
  'request-declined': {
    name: 'Request declined',
    props: named.extend({
      /** Null where the request was for the club or something else. */
      wine: text.nullable(),
      text,
      /** Whether it waits for a later vintage or place already; else the email offers that. */
      keepsPlace: z.boolean(),
      /** To the customer's requests; null while they are not shown. */
      link: link.nullable(),
    }),
    urgency: 1,
    limit: 'staff',
    keep: ['wine'],
  },
  'request-answered': {
    name: 'Request answered',
    props: named.extend({ asked: text, text, link: link.nullable() }),
    urgency: 1,
    limit: 'staff',
  },
  'request-closed': {
    name: 'Request closed',
    props: named.extend({ wine: text.nullable(), link }),
    urgency: 1,
    limit: 'staff',
    keep: ['wine'],
  },
  'club-welcome': {
    name: 'Welcome to the club',
    props: named.extend({ level: text, bottles: count, link }),
    urgency: 1,
    limit: 'staff',
  },
  'subscription-confirmed': {
    name: 'Subscription confirmed',
    props: named.extend({ isActive: z.boolean(), link }),
    urgency: 1,
    limit: 'staff',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof requestMails> {}
}
