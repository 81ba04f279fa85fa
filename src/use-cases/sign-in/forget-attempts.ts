import { deleteAttemptsBefore } from '#data/sign-in/attempts.ts'

import type { Services } from '#use-cases/services.ts'

const day = 24 * 60 * 60_000

/** Deletes attempts older than a day: no limit looks back further. */
export const deleteOldAttempts = ({ db, clock }: Services): Promise<void> =>
  deleteAttemptsBefore(db, new Date(clock().getTime() - day))
