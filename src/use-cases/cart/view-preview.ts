import { isPreviewOpen } from '#data/sessions.ts'
import { comingRelease } from '#domain/copy/coming-release.ts'

import type { Parts } from '#use-cases/parts.ts'

export type Preview = { title: string; image: string; text: string }

/** The coming release, if this request's session has said the word; otherwise null. */
export async function viewPreview(
  { db, identity }: Parts,
  headers: Headers,
): Promise<Preview | null> {
  const token = identity.tokenOf(headers)
  return token && (await isPreviewOpen(db, token)) ? comingRelease : null
}
