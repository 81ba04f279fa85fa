import type { SignedIn } from '#data/people/users.ts'
import { comingRelease } from '#domain/copy/coming-release.ts'

import type { Services } from '#use-cases/services.ts'

export type Preview = { title: string; image: string; text: string }

/** The coming release if this login session has opened it, else null. */
export const viewPreview = (_: Services, viewer: Pick<SignedIn, 'previewOpen'>): Preview | null =>
  viewer.previewOpen ? comingRelease : null
