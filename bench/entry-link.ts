import { createHash, randomBytes } from 'node:crypto'

import type pg from 'pg'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A purchase link for each of these accounts, inserted as a campaign makes it. Returns the tokens. */
export async function makePurchaseLinks(
  pool: pg.Pool,
  people: readonly { id: string; email: string }[],
): Promise<string[]> {
  const tokens = people.map(() => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into entry_links (token_hash, purpose, user_id, email, expires_at)
     select hash, 'purchase', id, email, now() + interval '1 day'
     from unnest($1::text[], $2::uuid[], $3::text[]) as one (hash, id, email)`,
    [
      tokens.map((token) => hash(hash(`entry:${token}`))),
      people.map(({ id }) => id),
      people.map(({ email }) => email),
    ],
  )
  return tokens
}
