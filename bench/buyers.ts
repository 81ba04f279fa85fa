import { createHmac, randomBytes } from 'node:crypto'

import pg from 'pg'

/**
 * Members with an address in California and a login session each, inserted into the database:
 * signing them in one by one would measure scrypt. Returns their cookies.
 */
export async function makeBuyers(
  databaseUrl: string,
  authSecret: string,
  count: number,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = randomBytes(4).toString('hex')
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('hex'))
  await client.query(
    `with people as (
       insert into users (name, email, email_verified, first_name, last_name, address, city, state, zip_code)
       select 'Ana' || n || ' Ruiz', '${run}.' || n || '@bench.example', true, 'Ana' || n, 'Ruiz',
         n || ' Valencia Street', 'San Francisco', 'CA', '94110'
       from generate_series(1, $1::int) as n returning id
     ), numbered as (select id, row_number() over () as n from people)
     insert into sessions (user_id, token, expires_at)
     select id, ($2::text[])[n], now() + interval '1 day' from numbered`,
    [count, tokens],
  )
  await client.query(`update products set stock = null where id = 'malbec-2022'`)
  await client.end()
  return tokens.map((token) => {
    const signature = createHmac('sha256', authSecret).update(token).digest('base64')
    return `ageKey=older; kohue.session=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

/** The session token in a buyer's cookies, as the database has it. */
export const sessionTokenIn = (cookie: string): string => /kohue\.session=([^.]+)/.exec(cookie)![1]!

/** Makes the buyers with these cookies owners of the admin. */
export async function makeStaff(pool: pg.Pool, cookies: readonly string[]): Promise<void> {
  await pool.query(
    `with staff as (
       update users set role = 'staff' where id in (
         select user_id from sessions where token = any($1::text[])) returning id)
     insert into staff_duties (user_id, duty) select id, 'owner' from staff`,
    [cookies.map(sessionTokenIn)],
  )
}
