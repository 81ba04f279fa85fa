import type { MailProps } from '#mail/mail.rules.ts'

import { emailTemplates } from './email-templates.ts'

/** One email of each kind, for the preview and for tests. */
export const samples = Object.fromEntries(
  Object.entries(emailTemplates).map(([kind, { sample }]) => [kind, sample]),
) as unknown as MailProps
