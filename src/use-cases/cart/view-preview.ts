import type { SignedIn } from '#data/people.ts'
import { comingRelease } from '#domain/copy/coming-release.ts'

import type { Parts } from '#use-cases/parts.ts'

export type Preview = { title: string; image: string; text: string }

/** The coming release, if the word was said in this request's session; otherwise null. */
export const viewPreview = (_: Parts, viewer: Pick<SignedIn, 'previewOpen'>): Preview | null =>
  viewer.previewOpen ? comingRelease : null
