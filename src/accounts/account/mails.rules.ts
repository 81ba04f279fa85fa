import { person } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const accountMails = {
  register: { name: 'Welcome to the account', props: person, urgency: 1, limit: 'per-address' },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof accountMails> {}
}
