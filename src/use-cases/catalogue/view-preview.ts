import type { SignedIn } from '#data/people/users.ts'
import { draftBehindYear } from '#data/releases/behind-year.ts'
import { comingRelease } from '#domain/copy/coming-release.ts'

import type { Services } from '#use-cases/services.ts'

export type Preview = { title: string; image: string; text: string }

/**
 * The coming release if this login session has opened it, else null: the draft that staff put behind
 * the year, or the shop's own text.
 */
export async function viewPreview(
  { db }: Services,
  viewer: Pick<SignedIn, 'previewOpen'>,
): Promise<Preview | null> {
  if (!viewer.previewOpen) return null
  const draft = await draftBehindYear(db)
  return draft ? { ...draft, image: draft.image ?? comingRelease.image } : comingRelease
}
