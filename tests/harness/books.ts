import pg from 'pg'
import { inject } from 'vitest'

/** Asks the house's database, past the shop. */
export async function question<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: inject('house').databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export const ordersOf = (email: string) =>
  question<{ state: string; total_cents: number }>(
    `select orders.state, total_cents from orders join users on users.id = user_id
     where users.email = $1 order by orders.created_at`,
    [email],
  )

export type Letter = { subject: string; text: string; html: string; to: unknown }

/** What the inbox holds for somebody. */
export async function lettersTo(email: string): Promise<Letter[]> {
  const { standInsUrl } = inject('house')
  const answer = await fetch(`${standInsUrl}/mail/messages?to=${encodeURIComponent(email)}`)
  const { messages } = (await answer.json()) as { messages: Letter[] }
  return messages
}
