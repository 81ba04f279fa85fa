import { expect } from 'vitest'

import { queryDatabase } from './database-queries.ts'
import { theShop } from './the-shop.ts'

type Wish = {
  /** The buyer who gets an allocation; null for none. */
  email: string | null
  units?: number
  bought?: number
  /** In minutes from now. */
  opensIn?: number
  waveIn?: number
  state?: 'scheduled' | 'paused' | 'ended' | 'draft'
  kind?: 'allocated' | 'open'
  stock?: number
  wines?: readonly { id: string; title: string; image: string; cents: number }[]
}

const malbec = {
  id: 'malbec-2023',
  title: '2024 Malbec',
  image: 'bottle-malbec-2022',
  cents: 45_000,
}

/** The ids of the releases that this process has put and not deleted. */
const put: string[] = []

/** Inserts a release with its wines and one buyer's allocation into the database of the running shop. */
export async function putRelease({
  email,
  units = 4,
  bought = 0,
  opensIn = -60,
  waveIn = opensIn,
  state = 'scheduled',
  kind = 'allocated',
  stock = 120,
  wines = [malbec],
}: Wish): Promise<string> {
  const [release] = await queryDatabase(
    `insert into releases (name, season, year, banner, announcement, text, kind, promise, opens_at,
       closes_at, promise_until, ships_from, state, pause_reason)
     values ('The spring release', 'spring', 2027, 'SPRING RELEASE 2027',
       'The 2023s are offered in the order in which you joined us.',
       'Three parcels of Paraje Altamira, picked within ten days of each other.' || E'\\n\\n' ||
       'What is allocated to you is kept for you.',
       $1, case when $1 = 'allocated' then 'guaranteed' end, now() + make_interval(mins => $2),
       now() + interval '20 days', now() + interval '10 days', current_date + 30, $3,
       'The truck from the cellar is late. We go on at noon.')
     returning id`,
    [kind, opensIn, state],
  )
  const id = String(release!['id'])
  put.push(id)
  await queryDatabase(
    `insert into release_waves (release_id, name, opens_at)
     values ($1, 'Club', now() + make_interval(mins => $2))`,
    [id, waveIn],
  )
  for (const [index, { id: wine, title, image, cents }] of wines.entries()) {
    await queryDatabase(
      `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
         description_a, category_id, category_name, release_state, stock)
       values ($1, $2, '3-pack of 750ml', $2, 2023, $3, $4,
         'From Paraje Altamira, Uco Valley. Three bottles of 750ml.',
         'Cold nights, a long autumn and old vines on lime: dark fruit, fine salt, and time.',
         'release', 'Release', 'closed', $5)`,
      [wine, title, image, cents, stock],
    )
    await queryDatabase(
      `insert into release_wines (release_id, product_id, position) values ($1, $2, $3)`,
      [id, wine, index + 1],
    )
    if (email === null) continue
    await queryDatabase(
      `with given as (
         insert into allocations (release_id, product_id, user_id, wave_id, units, bought, origin, is_promised)
         select $1, $2, users.id, release_waves.id, $4, $5, 'manual', true
         from users, release_waves where email = $3 and release_waves.release_id = $1 returning 1)
       update products set promised = $4::int - $5::int, sold = $5 where id = $2`,
      [id, wine, email, units, bought],
    )
  }
  return id
}

/** Deletes the releases that this process has put, with their wines: other files have theirs. */
export async function dropReleases(): Promise<void> {
  const theirs = [put.splice(0)]
  const ofThem = `(select id from allocations where release_id = any($1))`
  await queryDatabase(`delete from checkout_allocations where allocation_id in ${ofThem}`, theirs)
  await queryDatabase('delete from allocations where release_id = any($1)', theirs)
  const wines = await queryDatabase<{ id: string }>(
    `with gone as (delete from release_wines where release_id = any($1) returning product_id as id),
       kept as (delete from cart_lines where product_id in (select id from gone))
     select id from gone`,
    theirs,
  )
  await queryDatabase('delete from releases where id = any($1)', theirs)
  await queryDatabase(
    `delete from products where id = any($1) and id not in (select product_id from checkout_lines)`,
    [wines.map(({ id }) => id)],
  )
}

/** Waits until no journey beside this one has a release open: the home page would tell of it. */
export const untilNoReleaseIsOpen = () =>
  expect
    .poll(
      async () => {
        const home = await fetch(theShop().url, { headers: { cookie: 'ageKey=older' } })
        return home.text()
      },
      { timeout: 120_000 },
    )
    .toContain('INAUGURAL RELEASE FALL 2024')
