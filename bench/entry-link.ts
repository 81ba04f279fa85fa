import type pg from 'pg'

import { newEntryToken } from '#accounts/links/purchase-link.actions.server.ts'

/** Inserts a purchase link for each of these accounts, as a campaign does. Returns the tokens. */
export async function makePurchaseLinks(
  pool: pg.Pool,
  people: readonly { id: string; email: string }[],
): Promise<string[]> {
  const made = people.map(() => newEntryToken())
  await pool.query(
    `insert into entry_links (token_hash, purpose, user_id, email, expires_at)
     select hash, 'purchase', id, email, now() + interval '1 day'
     from unnest($1::text[], $2::uuid[], $3::text[]) as one (hash, id, email)`,
    [
      made.map(({ tokenHash }) => tokenHash),
      people.map(({ id }) => id),
      people.map(({ email }) => email),
    ],
  )
  return made.map(({ token }) => token)
}
