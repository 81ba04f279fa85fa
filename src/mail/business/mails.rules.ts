import { person, text } from '../mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '../mail.rules.ts'

export const businessMails = {
  interested: {
    name: 'Request to acquire',
    props: person.extend({ lastName: text, wine: text }),
    urgency: 2,
    limit: 'per-person',
    keep: ['wine'],
  },
  wildcard: {
    name: 'Notice to the business',
    props: person.extend({ lastName: text, subject: text, text }),
    urgency: 2,
    limit: 'per-person',
  },
} as const satisfies MailDefinitions

declare module '../mail.rules.ts' {
  interface MailProps extends PropsOf<typeof businessMails> {}
}
