import pg from 'pg'

import { theShop } from './the-shop.ts'

/** Queries the shop's database directly. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: theShop().databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export const ordersOf = (email: string) =>
  queryDatabase<{ state: string; total_cents: number }>(
    `select orders.state, total_cents from orders join users on users.id = user_id
     where users.email = $1 order by orders.created_at`,
    [email],
  )

export type Email = { subject: string; text: string; html: string; to: unknown }

/** The emails of the fake inbox to an address. */
export async function emailsTo(email: string): Promise<Email[]> {
  const { fakesUrl } = theShop()
  const response = await fetch(`${fakesUrl}/mail/messages?to=${encodeURIComponent(email)}`)
  const { messages } = (await response.json()) as { messages: Email[] }
  return messages
}
