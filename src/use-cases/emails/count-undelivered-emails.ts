import type { OutboxCounts } from '#data/emails/mails.ts'
import { countUndeliveredMails } from '#data/emails/mails.ts'
import { may } from '#domain/admin/access.ts'

import type { Services, Staff } from '#use-cases/services.ts'

/** How many emails failed permanently, are retried and wait; null for all but staff. */
export async function countUndeliveredEmails(
  { db }: Services,
  viewer: Staff,
): Promise<OutboxCounts | null> {
  return may(viewer, 'send-mail-again') ? countUndeliveredMails(db) : null
}
