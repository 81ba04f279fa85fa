import { z } from 'zod'

import { link, named, person, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

const passingLink = named.extend({ link, minutes: z.number() })
const newEmail = named.extend({ link, newEmail: text })
const passkey = named.extend({ name: text })

export const signInMails = {
  'password-recovery': {
    name: 'Password recovery',
    props: passingLink,
    urgency: 0,
    limit: 'per-address',
  },
  'login-link': { name: 'Link to log in', props: passingLink, urgency: 0, limit: 'per-address' },
  /** A fresh one, for another browser. */
  'purchase-link': {
    name: 'Fresh purchase link',
    props: named.extend({ link, expiresAt: z.iso.datetime() }),
    urgency: 0,
    limit: 'per-address',
  },
  'password-changed': {
    name: 'Password changed',
    props: named.extend({
      /** Names of the passkeys that still log in; without them in emails of the release before. */
      passkeys: z.array(text).optional(),
      google: z.boolean().optional(),
    }),
    urgency: 1,
    limit: 'per-address',
  },
  'google-connected': {
    name: 'Google connected',
    props: named,
    urgency: 1,
    limit: 'confirmed',
  },
  'google-removed': { name: 'Google removed', props: named, urgency: 1, limit: 'confirmed' },
  'passkey-added': { name: 'Passkey added', props: passkey, urgency: 1, limit: 'confirmed' },
  'passkey-removed': { name: 'Passkey removed', props: passkey, urgency: 1, limit: 'confirmed' },
  'second-factor-locked': {
    name: 'Second factor locked',
    props: z.object({ minutes: z.number() }),
    urgency: 1,
    limit: 'per-address',
  },
  'email-confirm': {
    name: 'Confirm an email',
    props: person.extend({ link }),
    urgency: 0,
    limit: 'per-address',
  },
  'email-change-approve': {
    name: 'Approve a change of email',
    props: newEmail,
    urgency: 0,
    limit: 'per-address',
  },
  'email-change-confirm': {
    name: 'Confirm a new email',
    props: newEmail,
    urgency: 0,
    limit: 'per-address',
  },
  'email-change-waiting': {
    name: 'Change of email without the old mailbox',
    props: named.extend({
      oldEmail: text,
      newEmail: text,
      takesEffectAt: z.iso.datetime(),
      link,
    }),
    urgency: 1,
    limit: 'per-address',
  },
  'email-changed': {
    name: 'Email changed',
    props: named.extend({
      oldEmail: text,
      newEmail: text,
      googleRemoved: z.boolean().optional(),
    }),
    urgency: 1,
    limit: 'per-address',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof signInMails> {}
}
