import { createHash, randomBytes } from 'node:crypto'

import { queryDatabase } from './database-queries.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The address of a purchase link for a customer of the running shop, as an email has it. */
export async function aPurchaseLink(
  to: { id: string; email: string },
  releaseId: string | null = null,
): Promise<{ path: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  await queryDatabase(
    `insert into entry_links (token_hash, purpose, user_id, email, release_id, expires_at)
     values ($1, 'purchase', $2, $3, $4, now() + interval '1 day')`,
    [hash(hash(`entry:${token}`)), to.id, to.email, releaseId],
  )
  return { path: `/enter/${token}`, token }
}
