import { forgetAttemptsBefore } from '#data/attempts.ts'

import type { Parts } from '#use-cases/parts.ts'

const day = 24 * 60 * 60_000

/** Forgets who tried what a day ago: no limit looks back further. */
export const forgetAttempts = ({ db, clock }: Parts): Promise<void> =>
  forgetAttemptsBefore(db, new Date(clock().getTime() - day))
