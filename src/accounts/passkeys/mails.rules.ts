import { named, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

const passkey = named.extend({ name: text })

export const passkeyMails = {
  'passkey-added': { name: 'Passkey added', props: passkey, urgency: 1, limit: 'confirmed' },
  'passkey-removed': { name: 'Passkey removed', props: passkey, urgency: 1, limit: 'confirmed' },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof passkeyMails> {}
}
