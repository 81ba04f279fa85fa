import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { paths } from '#platform/http/paths.rules.ts'

import type { Bench } from './bench.ts'
import { makeStaff } from './buyers.ts'
import type { Row } from './figures.ts'
import { fixed, percentile, row } from './figures.ts'
import { send } from './http.ts'

/** The page reloads this often, and after each change of the orders. */
const everyMs = 5_000

/** How long the cost of the views is measured without buyers. */
const quietSeconds = 20

type LiveViews = { stop(): Promise<Row[]> }

/** Opens large views of a release, which reload their data as the page does. */
export async function openLiveViews(
  { shop, processorTime }: Bench,
  pool: pg.Pool,
  { cookies, wine }: { cookies: readonly string[]; wine: string },
): Promise<LiveViews> {
  await makeStaff(pool, cookies)
  const address = `${shop}${paths.releaseDay(await releaseOf(pool, wine))}.data`
  const millis: number[] = []
  let isOver = false

  const view = (cookie: string) => {
    let running: Promise<void> | null = null
    const reload = () => {
      running ??= (async () => {
        const began = performance.now()
        const { status } = await send(address, { cookie })
        if (status !== 200) throw new Error(`the large view returned ${status}`)
        millis.push(performance.now() - began)
      })().finally(() => {
        running = null
      })
    }
    const timer = setInterval(reload, everyMs)
    const stream = get(shop + paths.liveList('orders'), { headers: { cookie } }, (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (!isOver && text.includes('event: change')) reload()
      })
      response.on('error', () => {})
    })
    stream.on('error', () => {})
    reload()
    return async () => {
      clearInterval(timer)
      stream.destroy()
      await running
    }
  }
  const stops = cookies.map(view)

  return {
    async stop() {
      const during = [...millis]
      // With buyers their cost can't be separated, so it is measured again without them.
      const before = processorTime()
      await pause(quietSeconds * 1_000)
      const after = processorTime()
      isOver = true
      await Promise.all(stops.map((stop) => stop()))
      const used = (part: 'shop' | 'PostgreSQL') =>
        ((after[part] - before[part]) / (quietSeconds * 1_000)) * 100
      return [
        row(
          `reloads of ${cookies.length} large views`,
          `${during.length}, p95 ${fixed(percentile(during, 95))} ms`,
        ),
        row(
          'of a core, without buyers',
          `${fixed(used('shop'), 1)} % shop, ${fixed(used('PostgreSQL'), 1)} % PostgreSQL`,
          'with all jobs of the shop',
        ),
      ]
    },
  }
}

/** The id of the wine's release, or of a new draft with the wine: a draft does not affect purchases. */
async function releaseOf(pool: pg.Pool, wine: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select release_id as id from release_wines where product_id = $1 and is_current',
    [wine],
  )
  if (rows[0]) return rows[0].id
  const made = await pool.query<{ id: string }>(
    `with made as (
       insert into releases (name, season, year, kind, opens_at, closes_at, state)
       values ('Bench', 'spring', 2027, 'open', now() - interval '1 hour',
         now() + interval '1 day', 'draft') returning id),
     wave as (
       insert into release_waves (release_id, name, opens_at)
       select id, 'Everyone', now() - interval '1 hour' from made),
     wine as (
       insert into release_wines (release_id, product_id, position) select id, $1, 1 from made)
     select id from made`,
    [wine],
  )
  return made.rows[0]!.id
}
