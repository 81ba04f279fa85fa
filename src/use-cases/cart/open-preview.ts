import { countAttempt } from '#data/attempts.ts'
import type { Viewer } from '#data/people.ts'
import { openPreviewIn } from '#data/sessions.ts'

import type { Parts } from '#use-cases/parts.ts'

/** How often a member may guess the word within an hour. */
export const guessesPerHour = 10

/**
 * Opens the coming release for the rest of this session, if the word is right and was not guessed
 * at too often. A wrong word does nothing, and nothing tells it from one too many.
 */
export async function openPreview(
  { db, identity, settings }: Parts,
  viewer: Pick<Viewer, 'id'>,
  answer: string,
  headers: Headers,
): Promise<void> {
  const token = identity.tokenOf(headers)
  if (!token || !(await countAttempt(db, `preview:${viewer.id}`, 60, guessesPerHour))) return
  if (plain(answer) === plain(settings.hiddenViewAnswer)) await openPreviewIn(db, token)
}

const plain = (text: string) => text.trim().toLowerCase()
