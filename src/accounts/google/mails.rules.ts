import { named } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const googleMails = {
  'google-connected': {
    name: 'Google connected',
    props: named,
    urgency: 1,
    limit: 'confirmed',
  },
  'google-removed': { name: 'Google removed', props: named, urgency: 1, limit: 'confirmed' },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof googleMails> {}
}
