import { z } from 'zod'

import { person, text } from '#mail/mail-props.rules.ts'
import type { MailDefinitions, PropsOf } from '#mail/mail.rules.ts'

export const mergingMails = {
  /** To both addresses of merged accounts, and again when that is undone. */
  'accounts-merged': {
    name: 'Accounts merged',
    props: person.extend({ second: text, undoUntil: z.iso.datetime(), isUndone: z.boolean() }),
    urgency: 1,
    limit: 'staff',
  },
} as const satisfies MailDefinitions

declare module '#mail/mail.rules.ts' {
  interface MailProps extends PropsOf<typeof mergingMails> {}
}
