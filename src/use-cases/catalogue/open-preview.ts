import { countAttempt } from '#data/sign-in/attempts.ts'
import type { Viewer } from '#data/people/users.ts'
import { openPreviewIn } from '#data/sign-in/login-sessions.ts'

import type { Services } from '#use-cases/services.ts'

/** Rate limit: guesses of the secret word per user. */
export const guessesPerHour = 10

/**
 * Opens the coming release for the rest of the login session if the word is right and the rate
 * limit is not reached. A wrong word and too many guesses are indistinguishable.
 */
export async function openPreview(
  { db, identity, settings }: Services,
  viewer: Pick<Viewer, 'id'>,
  word: string,
  headers: Headers,
): Promise<void> {
  const token = identity.tokenOf(headers)
  if (!token || !(await countAttempt(db, `preview:${viewer.id}`, 60, guessesPerHour))) return
  if (plain(word) === plain(settings.hiddenViewAnswer)) await openPreviewIn(db, token)
}

const plain = (text: string) => text.trim().toLowerCase()
