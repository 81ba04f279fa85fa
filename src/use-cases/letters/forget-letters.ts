import { forgetMails } from '#data/mails.ts'

import type { Parts } from '#use-cases/parts.ts'

const ninetyDays = 90 * 24 * 60 * 60_000

/** Forgets letters after ninety days, sent or not: whom they went to, when, and which. */
export async function forgetLetters({ db, clock, log }: Parts): Promise<void> {
  const count = await forgetMails(db, new Date(clock().getTime() - ninetyDays))
  if (count > 0) log.info({ count }, 'old letters forgotten')
}
