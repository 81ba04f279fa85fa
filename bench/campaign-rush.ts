import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { everybody } from '#domain/campaigns/audience.ts'
import { paths } from '#domain/paths.ts'
import { mailingListTokens } from '#services/mail/mailing-list-tokens.server.ts'

import type { Bench } from './bench.ts'
import { authSecret } from './bench.ts'
import { makePurchaseLinks } from './entry-link.ts'
import type { Row } from './figures.ts'
import { fixed, median, percentile } from './figures.ts'
import { send } from './http.ts'

export const ageKey = 'ageKey=older'

/** Requests a second that arrive at the rush: 500 people within 60 s. */
const perSecond = 500 / 60

/**
 * What a campaign brings within minutes: people who press Continue, who leave by one click, who ask
 * for a link to log in, and the receipts of those who buy while it still leaves.
 */
export async function campaignRush(bench: Bench): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 4 })
  try {
    return [
      await receiptsBeside(pool, {
        what: 'a campaign alone',
        people: Math.round((bench.seconds * 100) / 3),
        everySeconds: 10,
      }),
      await continues(bench, pool),
      await oneClicks(bench, pool),
      await loginLinks(bench, pool),
      await receiptsBeside(pool, {
        what: 'a campaign after these links',
        people: bench.seconds * 8,
        everySeconds: 1,
      }),
    ]
  } finally {
    await pool.end()
  }
}

/** Sends `count` requests at even distances, whatever became of those before; milliseconds of each. */
export async function arriving(
  count: number,
  rate: number,
  work: (index: number) => Promise<void>,
): Promise<number[]> {
  const begun = performance.now()
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause(Math.max(0, (index * 1_000) / rate - (performance.now() - begun)))
      const start = performance.now()
      await work(index)
      return performance.now() - start
    }),
  )
}

export const cookiesOf = (setCookie: string[] | undefined): string =>
  (setCookie ?? []).map((one) => one.split(';', 1)[0]).join('; ')

/** The press of Continue alone: the link was opened before. */
async function continues(bench: Bench, pool: pg.Pool): Promise<Row> {
  const { shop, seconds } = bench
  const count = Math.max(20, Math.round(seconds * perSecond))
  const cookies = await openLinks(bench, pool, count)
  const millis = await arriving(count, perSecond, async (index) => {
    const form = { intent: 'continue' }
    const { status, headers } = await send(shop + paths.enter(), { cookie: cookies[index]!, form })
    const isIn = cookiesOf(headers['set-cookie']).includes('kohue.session=')
    if (status !== 303 || !isIn) throw new Error(`Continue returned ${status}`)
  })
  return row(`${count} people press Continue, ${fixed(perSecond, 1)}/s`, millis, 'p95 200 ms')
}

/** New members who have opened their purchase links and not yet pressed Continue; their cookies. */
export async function openLinks(
  { shop, newMembers }: Bench,
  pool: pg.Pool,
  count: number,
): Promise<string[]> {
  await newMembers(count)
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select id, email from users where email like '%@bench.example' order by created_at desc limit $1`,
    [count],
  )
  const tokens = await makePurchaseLinks(pool, rows)
  const cookies: string[] = []
  for (const token of tokens) {
    // oxlint-disable-next-line no-await-in-loop -- not what is measured
    const opened = await send(shop + paths.enter(token), { cookie: ageKey })
    cookies.push(`${ageKey}; ${cookiesOf(opened.headers['set-cookie'])}`)
  }
  return cookies
}

/** Mail clients that unsubscribe by one click, 25 at once. */
async function oneClicks({ shop, seconds }: Bench, pool: pg.Pool): Promise<Row> {
  const tokens = mailingListTokens(authSecret)
  const count = seconds * 25
  const ids = await subscribers(pool, count)
  const millis = await arriving(count, 25, async (index) => {
    const form = { 'List-Unsubscribe': 'One-Click' }
    const { status } = await send(shop + paths.unsubscribe(tokens.sign(ids[index]!)), { form })
    if (status !== 200) throw new Error(`the one click returned ${status}`)
  })
  return row(`${count} leave by one click, 25/s`, millis, 'p95 100 ms')
}

/** Known and unknown addresses take turns, each from a network of its own. */
async function loginLinks({ shop, seconds, newMembers }: Bench, pool: pg.Pool): Promise<Row> {
  await pool.query(
    `insert into shop_switches (name, is_on) values ('sign-in-by-email', true)
     on conflict (name) do update set is_on = true`,
  )
  // Each process reads the switch anew after two seconds.
  await pause(2_500)
  const each = Math.max(20, seconds * 5)
  await newMembers(each)
  const { rows } = await pool.query<{ email: string }>(
    `select email from users where email like '%@bench.example' order by created_at desc limit $1`,
    [each],
  )
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let index = 0; index < each * 2; index++) {
    const kind = index % 2 ? 'known' : 'unknown'
    const { email } = rows[index >> 1]!
    const form = { intent: 'mail-link', email: kind === 'known' ? email : `not.${email}` }
    const headers = { 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` }
    const start = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { status } = await send(shop + paths.login(), { cookie: ageKey, form, headers })
    if (status !== 200) throw new Error(`Mail me a link returned ${status}`)
    times[kind].push(performance.now() - start)
  }
  const apart = median(times.known) - median(times.unknown)
  return {
    what: `Mail me a link, ${each} known and ${each} unknown addresses`,
    figure: `medians ${fixed(median(times.known), 1)} and ${fixed(median(times.unknown), 1)} ms, ${fixed(apart, 1)} ms apart`,
    beside: 'target ± 50 ms',
    ratio: '',
  }
}

/**
 * How long receipts wait in the outbox while a campaign leaves, at 600 emails a minute in all, and how
 * long the campaign takes.
 */
export async function receiptsBeside(
  pool: pg.Pool,
  { what, people, everySeconds }: { what: string; people: number; everySeconds: number },
): Promise<Row> {
  // Only new people are written to: an earlier campaign of this run is no part of the figure.
  await pool.query(`update mailing_list_clients set unsubscribed_at = now()`)
  await pool.query(`update users set by_email = false`)
  await subscribers(pool, people)
  const campaign = await pool.query<{ id: string }>(
    `insert into campaigns (name, subject, blocks, audience, state, send_at)
     values ('Bench', 'Bench', $1, $2, 'scheduled', now()) returning id`,
    [JSON.stringify([{ kind: 'paragraph', text: 'Dear {first name}' }]), JSON.stringify(everybody)],
  )
  const count = async (outcome: string) => {
    const found = await pool.query<{ count: number }>(
      `select count(*)::int as count from campaign_emails where campaign_id = $1 and outcome = $2`,
      [campaign.rows[0]!.id, outcome],
    )
    return found.rows[0]!.count
  }
  await pool.query(`select graphile_worker.add_job('process-campaigns', '{}'::json)`)
  await until(async () => (await count('sent')) > 0)
  const begun = performance.now()
  const receipt = `${randomBytes(4).toString('hex')}@receipt.example`
  await until(async () => {
    await pool.query(
      `insert into mails (kind, recipient, props, urgency)
       values ('password-changed', $1, '{"firstName": "Ana"}', 1)`,
      [receipt],
    )
    await pause(everySeconds * 1_000)
    return (await count('queued')) === 0
  })
  const minutes = (performance.now() - begun) / 60_000
  await pause(3_000)
  const { rows } = await pool.query<{ millis: number }>(
    `select extract(epoch from coalesce(sent_at, now()) - created_at)::float8 * 1000 as millis
     from mails where recipient = $1`,
    [receipt],
  )
  const millis = rows.map((one) => one.millis)
  return {
    what: `${millis.length} receipts beside ${what}, ${await count('sent')} emails in ${fixed(minutes * 60)} s`,
    figure: `p50 ${fixed(median(millis))} ms, longest ${fixed(Math.max(...millis))} ms`,
    beside: 'target: the longest 2,000 ms',
    ratio: '',
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + 600_000
  // oxlint-disable-next-line no-await-in-loop -- that is what waiting is
  while (!(await isSo())) {
    if (performance.now() > latest) throw new Error('The campaign did not leave within ten minutes')
    // oxlint-disable-next-line no-await-in-loop
    await pause(100)
  }
}

/** People of the list who want emails; their ids. */
async function subscribers(pool: pg.Pool, count: number): Promise<string[]> {
  const run = randomBytes(4).toString('hex')
  const { rows } = await pool.query<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording)
     select 'Ana Luz', 'Ana', 'Luz', $1 || '.' || n || '@list.example', 'bench', 'bench'
     from generate_series(1, $2::int) as n returning id`,
    [run, count],
  )
  return rows.map(({ id }) => id)
}

const row = (what: string, millis: number[], target: string): Row => ({
  what,
  figure: `p50 ${fixed(median(millis))} ms, p95 ${fixed(percentile(millis, 95))} ms`,
  beside: `target ${target}`,
  ratio: '',
})
