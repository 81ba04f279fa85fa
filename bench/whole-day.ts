import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type pg from 'pg'

import { paths } from '#platform/http/paths.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { Load } from './allocated-release.ts'
import type { Bench } from './bench.ts'
import { buyOnce, payWithCard } from './buy-flow.ts'
import { makeStaff } from './buyers.ts'
import { ageKey, atConstantRate, cookiesOf, openLinks, receiptsDuring } from './campaign-rush.ts'
import type { Row } from './figures.ts'
import { fixed, percentile, row } from './figures.ts'
import { send } from './http.ts'
import type { PrepareBackgroundLoad } from './release-day.ts'
import { sharesOfWholeDay } from './release-day.ts'

/** Shipments of each handover, and milliseconds between two. */
const [handedOver, handoverEvery] = [5, 10_000]
/** Wrong passwords a second, from 256 IP addresses. */
const guessesPerSecond = 5
/** Emails of the campaign for each second: more than are sent, so that it lasts until the end. */
const emailsPerSecond = 12

/**
 * The background load of a release day: the campaign is sent and people come by its link, staff hand over
 * shipments and import files of tracking numbers, and someone guesses passwords.
 */
export const prepareWholeDay: PrepareBackgroundLoad = async (bench, pool) => {
  const [staff] = await bench.newMembers(1)
  await makeStaff(pool, [staff!])
  await beginShipping(bench, staff!)
  const handovers = Math.max(1, Math.floor((bench.seconds * 1_000) / handoverEvery))
  const earlier = await bench.newMembers(handovers * handedOver)
  for (const cookie of earlier) {
    // One by one: it is not measured.
    await buyOnce(bench.shop, cookie)
  }
  const ready = await readyShipments(pool)
  const opened = await openLinks(bench, pool, Math.ceil(bench.buyers * sharesOfWholeDay.byLink))

  return async (load) => {
    const rows = await Promise.all([
      receiptsDuring(pool, {
        what: 'the campaign',
        people: bench.seconds * emailsPerSecond,
        everySeconds: 1,
      }),
      comeByLink(bench, opened, load),
      handOver(bench, staff!, ready, load),
      guessPasswords(bench, load),
    ])
    return [...rows, await confirmations(pool)]
  }
}

async function beginShipping({ shop }: Bench, cookie: string): Promise<void> {
  const form = { intent: 'begin' }
  const { status } = await send(shop + paths.shippingOverview(), { cookie, form })
  if (status !== 303) throw new Error(`beginning to ship returned ${status}`)
}

async function readyShipments(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>(
    `update shipments set state = 'ready', waits_for = null where state in ('waiting', 'ready')
     returning number`,
  )
  return rows.map(({ number }) => number)
}

/** People come by the campaign's link: Continue, cart, shipping, checkout, payment. */
async function comeByLink(
  { shop, seconds }: Bench,
  cookies: readonly string[],
  { think, page, call }: Load,
): Promise<Row> {
  let bought = 0
  // They arrive within the first half, so that each can finish.
  await atConstantRate(cookies.length, cookies.length / (seconds / 2), async (index) => {
    const intent = { intent: 'continue' }
    const pressed = await call(
      'Continue',
      () => send(shop + paths.enter(), { cookie: cookies[index]!, form: intent }),
      [303],
    )
    if (!pressed) return
    const cookie = `${ageKey}; ${cookiesOf(pressed.headers['set-cookie'])}`
    const shown = await page('their cart', () => send(shop + paths.purchase(), { cookie }), [200])
    if (!shown) return
    await think()
    const form = { kind: 'choose-shipping', method: 'ground' }
    const json = 'application/json'
    await call('shipping', () => send(shop + paths.cart(), { cookie, form, accept: json }), [200])
    const checkout = () => send(shop + paths.createCheckoutSession(), { cookie, json: {} })
    const opened = await call('checkout by link', checkout, [200])
    if (!opened) return
    await think()
    const back = new URL(await payWithCard((JSON.parse(opened.body) as { url: string }).url))
    const thanks = () => send(shop + back.pathname + back.search, { cookie })
    if (await page('the thank-you by link', thanks, [200])) bought++
  })
  return row('bought by the link of the email', `${bought} of ${cookies.length}`, 'target: all')
}

/** Staff hand over ready shipments and import the file with their tracking numbers. */
async function handOver(
  { shop }: Bench,
  cookie: string,
  ready: number[],
  { isOver, call }: Load,
): Promise<Row> {
  const profile = /name="profile"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="profile"/
  const shown = await send(shop + paths.handovers(), { cookie })
  const [, first, second] = profile.exec(shown.body) ?? []
  // Orders of this bench are of today, and a shipped date before its order is refused.
  const shipped = shopDates('America/Los_Angeles').isoDay(new Date())
  let [handed, tracked] = [0, 0]
  while (ready.length > 0 && !isOver()) {
    const numbers = ready.splice(0, handedOver)
    const form: [string, string][] = [
      ['intent', 'make'],
      ['profile', first ?? second ?? ''],
      ['key', randomUUID()],
      ...numbers.map((number): [string, string] => ['s', String(number)]),
    ]
    const post = (fields: [string, string][]) => () =>
      send(shop + paths.handovers(), { cookie, form: fields })
    if (await call('a handover', post(form), [303])) handed += numbers.length
    const lines = numbers.map(
      (number) => `S-${number},UPS,1Z999BEN${String(number).padStart(10, '0')},${shipped}`,
    )
    const csv = ['shipment,carrier,tracking number,shipped date', ...lines].join('\n')
    const file: [string, string][] = [
      ['intent', 'tracking'],
      ['kept', Buffer.from(csv).toString('base64')],
      ['keptName', 'tracking.csv'],
      ['good', 'yes'],
    ]
    if (await call('a tracking file', post(file), [303])) tracked += numbers.length
    await pause(handoverEvery)
  }
  return row('shipments handed over, and with a tracking number', `${handed} and ${tracked}`)
}

/** Guesses passwords; they are rejected, and later rate-limited. */
async function guessPasswords({ shop }: Bench, { isOver }: Load): Promise<Row> {
  const statuses = new Map<number, number>()
  const millis: number[] = []
  for (let index = 0; !isOver(); index++) {
    const form = { email: `nobody.${index % 50}@bench.example`, password: 'not their password' }
    const headers = { 'x-forwarded-for': `203.0.113.${index % 256}` }
    const began = performance.now()
    const { status } = await send(shop + paths.login(), { cookie: ageKey, form, headers })
    millis.push(performance.now() - began)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await pause(1_000 / guessesPerSecond)
  }
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return row('wrong passwords', counts, `p95 ${fixed(percentile(millis, 95))} ms`)
}

/** How long the order confirmations waited. */
async function confirmations(pool: pg.Pool): Promise<Row> {
  const { rows } = await pool.query<{ millis: number }>(
    `select extract(epoch from coalesce(sent_at, now()) - created_at)::float8 * 1000 as millis
     from mails where kind = 'order-confirmation'`,
  )
  const millis = rows.map((one) => one.millis)
  return row(
    `${millis.length} order confirmations`,
    `p95 ${fixed(percentile(millis, 95))} ms, longest ${fixed(Math.max(...millis))} ms`,
    'target: the longest 2,000 ms',
  )
}
