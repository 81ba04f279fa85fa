import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Bench } from './bench.ts'
import { authSecret } from './bench.ts'
import { makePurchaseLinks } from './entry-link.ts'
import type { Row } from './figures.ts'
import { fixed, median, percentile, row } from './figures.ts'
import { send } from './http.ts'

export const ageKey = 'ageKey=older'

/** Arriving requests per second: 500 people within 60 s. */
const perSecond = 500 / 60

/**
 * The load within minutes of a campaign: people press Continue, unsubscribe by one click or request a link
 * to log in, and receipts are sent while the campaign still is.
 */
export async function campaignRush(bench: Bench): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 4 })
  try {
    return [
      await receiptsDuring(pool, {
        what: 'a campaign alone',
        people: Math.round((bench.seconds * 100) / 3),
        everySeconds: 10,
      }),
      await continues(bench, pool),
      await oneClicks(bench, pool),
      await loginLinks(bench, pool),
      await receiptsDuring(pool, {
        what: 'a campaign after these links',
        people: bench.seconds * 8,
        everySeconds: 1,
      }),
    ]
  } finally {
    await pool.end()
  }
}

/** Starts `count` requests at a constant rate, without waiting for earlier ones; returns the ms of each. */
export async function atConstantRate(
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

/** Only the press of Continue is measured; the link was opened before. */
async function continues(bench: Bench, pool: pg.Pool): Promise<Row> {
  const { shop, seconds } = bench
  const count = Math.max(20, Math.round(seconds * perSecond))
  const cookies = await openLinks(bench, pool, count)
  const millis = await atConstantRate(count, perSecond, async (index) => {
    const form = { intent: 'continue' }
    const { status, headers } = await send(shop + paths.enter(), { cookie: cookies[index]!, form })
    const isLoggedIn = cookiesOf(headers['set-cookie']).includes('kohue.session=')
    if (status !== 303 || !isLoggedIn) throw new Error(`Continue returned ${status}`)
  })
  return latencyRow(
    `${count} people press Continue, ${fixed(perSecond, 1)}/s`,
    millis,
    'p95 200 ms',
  )
}

/** Cookies of new members who have opened their purchase links and not yet pressed Continue. */
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
    // One by one: it is not measured.
    const opened = await send(shop + paths.enter(token), { cookie: ageKey })
    cookies.push(`${ageKey}; ${cookiesOf(opened.headers['set-cookie'])}`)
  }
  return cookies
}

/** Mail clients that unsubscribe by one click, 25 a second. */
async function oneClicks({ shop, seconds }: Bench, pool: pg.Pool): Promise<Row> {
  const tokens = mailingListTokens(authSecret)
  const count = seconds * 25
  const ids = await insertSubscribers(pool, count)
  const millis = await atConstantRate(count, 25, async (index) => {
    const form = { 'List-Unsubscribe': 'One-Click' }
    const { status } = await send(shop + paths.unsubscribe(tokens.sign(ids[index]!)), { form })
    if (status !== 200) throw new Error(`the one click returned ${status}`)
  })
  return latencyRow(`${count} leave by one click, 25/s`, millis, 'p95 100 ms')
}

/** Requests a link for known and unknown addresses in turn, each from another IP address. */
async function loginLinks({ shop, seconds, newMembers }: Bench, pool: pg.Pool): Promise<Row> {
  await pool.query(
    `insert into shop_switches (name, is_on) values ('sign-in-by-email', true)
     on conflict (name) do update set is_on = true`,
  )
  // Each process caches the switch for two seconds.
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
    const { status } = await send(shop + paths.login(), { cookie: ageKey, form, headers })
    if (status !== 200) throw new Error(`Mail me a link returned ${status}`)
    times[kind].push(performance.now() - start)
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  return row(
    `Mail me a link, ${each} known and ${each} unknown addresses`,
    `medians ${fixed(known, 1)} and ${fixed(unknown, 1)} ms, ${fixed(known - unknown, 1)} ms apart`,
    'target ± 50 ms',
  )
}

/**
 * How long receipts wait in the outbox while a campaign is sent, at 600 emails a minute in all, and how
 * long the campaign takes.
 */
export async function receiptsDuring(
  pool: pg.Pool,
  { what, people, everySeconds }: { what: string; people: number; everySeconds: number },
): Promise<Row> {
  // Excludes the audience of earlier campaigns of this run.
  await pool.query(`update mailing_list_clients set unsubscribed_at = now()`)
  await pool.query(`update users set by_email = false`)
  await insertSubscribers(pool, people)
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
  // Each to an address of its own: one address receives few in an hour.
  const domain = `${randomBytes(4).toString('hex')}.receipt.example`
  let receipts = 0
  await until(async () => {
    await pool.query(
      `insert into mails (kind, recipient, props, urgency)
       values ('password-changed', $1, '{"firstName": "Ana"}', 1)`,
      [`${receipts++}@${domain}`],
    )
    await pause(everySeconds * 1_000)
    return (await count('queued')) === 0
  })
  const seconds = (performance.now() - begun) / 1_000
  await pause(3_000)
  const { rows } = await pool.query<{ millis: number }>(
    `select extract(epoch from coalesce(sent_at, now()) - created_at)::float8 * 1000 as millis
     from mails where recipient like '%@' || $1`,
    [domain],
  )
  const millis = rows.map((one) => one.millis)
  return row(
    `${millis.length} receipts during ${what}, ${await count('sent')} emails in ${fixed(seconds)} s`,
    `p50 ${fixed(median(millis))} ms, longest ${fixed(Math.max(...millis))} ms`,
    'target: the longest 2,000 ms',
  )
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + 600_000
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error('The campaign was not sent within ten minutes')
    await pause(100)
  }
}

/** Inserts mailing-list subscribers; returns their ids. */
async function insertSubscribers(pool: pg.Pool, count: number): Promise<string[]> {
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

const latencyRow = (what: string, millis: number[], target: string): Row =>
  row(
    what,
    `p50 ${fixed(median(millis))} ms, p95 ${fixed(percentile(millis, 95))} ms`,
    `target ${target}`,
  )
