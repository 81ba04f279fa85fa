import { passingLink } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const personalDataMails = {
  'personal-data-link': {
    name: 'Link to what is kept',
    props: passingLink,
    urgency: 0,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof personalDataMails> {}
}
