import { z } from 'zod'

import { openPreviewIn } from '#accounts/sessions/login-sessions.store.server.ts'
import { comingRelease } from '#catalogue/on-sale/coming-release.copy.ts'
import { countAttempt } from '#mail/attempts.store.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { anyText, returnTo } from '#platform/action/form-fields.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { draftBehindYear } from './preview.store.server.ts'

export type Preview = { title: string; image: string; text: string }

/**
 * The preview of the coming release, if this login session has opened it, else null: the draft that
 * staff chose for it, or the shop's default text.
 */
export async function viewPreview(
  { db }: Services,
  viewer: Pick<SignedIn, 'previewOpen'>,
): Promise<Preview | null> {
  if (!viewer.previewOpen) return null
  const draft = await draftBehindYear(db)
  return draft ? { ...draft, image: draft.image ?? comingRelease.image } : comingRelease
}

/** Rate limit: guesses of the secret word per user. */
const guessesPerHour = 10

/**
 * Opens the coming release for the rest of the login session if the word is right and the rate
 * limit is not reached. A wrong word and too many guesses are indistinguishable.
 */
export const openPreview = customerWork({
  for: 'member',
  form: z.object({ answer: anyText(100), to: returnTo(paths.members('current')) }),
  async run({ services: { db, identity, settings }, viewer, headers }, { answer, to }) {
    const token = identity.tokenOf(headers)
    if (!token || !(await countAttempt(db, `preview:${viewer.id}`, 60, guessesPerHour)))
      return { to }
    if (plain(answer) === plain(settings.hiddenViewAnswer)) await openPreviewIn(db, token)
    return { to }
  },
  say: (next) => next,
})

const plain = (text: string) => text.trim().toLowerCase()
