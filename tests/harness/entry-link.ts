import { newEntryToken } from '#accounts/links/purchase-link.actions.server.ts'

import { queryDatabase } from './database-queries.ts'

/** Inserts a purchase link for a customer of the running shop. */
export async function aPurchaseLink(
  to: { id: string; email: string },
  releaseId: string | null = null,
): Promise<{ path: string; token: string }> {
  const { token, tokenHash } = newEntryToken()
  await queryDatabase(
    `insert into entry_links (token_hash, purpose, user_id, email, release_id, expires_at)
     values ($1, 'purchase', $2, $3, $4, now() + interval '1 day')`,
    [tokenHash, to.id, to.email, releaseId],
  )
  return { path: `/enter/${token}`, token }
}
