import { forgetLinksBefore } from '#data/one-time-links.ts'
import { forgetSessionsBefore } from '#data/sessions.ts'

import type { Parts } from '#use-cases/parts.ts'

const day = 24 * 60 * 60 * 1000

/** Forgets sessions that have run out, and links of letters a day after they have. */
export async function tidyIdentity({ db, clock }: Parts): Promise<void> {
  const now = clock()
  await forgetSessionsBefore(db, now)
  await forgetLinksBefore(db, new Date(now.getTime() - day))
}
