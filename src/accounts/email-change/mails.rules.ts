import { z } from 'zod'

import { link, named, person, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

const newEmail = named.extend({ link, newEmail: text })

export const emailChangeMails = {
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
  interface MailProps extends PropsOf<typeof emailChangeMails> {}
}
