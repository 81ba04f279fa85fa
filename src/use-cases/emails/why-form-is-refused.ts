import type { MailResult } from '#services/mail/transport.ts'

import type { Services } from '#use-cases/services.ts'

/**
 * Why a form that causes an email is refused from this browser (451, section 8); null when it is
 * accepted, and always null unless MAIL_BLOCK_HEADLESS is on.
 */
export const whyFormIsRefused = ({ mail }: Services, userAgent: string | null): MailResult | null =>
  mail.rules.whyNotTake(userAgent)
