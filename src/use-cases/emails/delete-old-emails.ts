import { deleteOldMails } from '#data/emails/mails.ts'

import type { Services } from '#use-cases/services.ts'

const ninetyDays = 90 * 24 * 60 * 60_000

/** Deletes emails after 90 days, sent or not, with their recipients. A background job. */
export async function deleteOldEmails({ db, clock, log }: Services): Promise<void> {
  const count = await deleteOldMails(db, new Date(clock().getTime() - ninetyDays))
  if (count > 0) log.info({ count }, 'old emails deleted')
}
