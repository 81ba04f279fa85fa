import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startFakes } from '#fakes/start.ts'

import type { Bench } from './bench.ts'
import { buyOnce, payWithCard } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { drive, fixed, percentile, row } from './figures.ts'
import { send } from './http.ts'

/**
 * Purchases per second with concurrent buyers, one purchase each: wine in the cart, shipping, checkout,
 * card, back to the shop. The baseline is bare `node:http` and `pg` with the same five steps, only the
 * necessary writes, and the provider's client with a fake server of its own.
 */
export async function purchaseRates({ shop, seconds, databaseUrl, newMembers }: Bench) {
  const rows: Row[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'kohue-bench-'))
  const provider = await startFakes({ dataDir, webhookUrl: 'http://127.0.0.1:9/' })
  const bare = fork(new URL('bare-purchase.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      STRIPE_API_BASE: provider.url,
      STRIPE_SECRET_KEY: provider.secretKey,
    },
  })
  try {
    const [port] = (await once(bare, 'message')) as [number]
    for (const atOnce of [1, 8, 32]) {
      const cookies = await newMembers(200 * seconds)
      const limit = { seconds, times: cookies.length }
      const theirs = await drive(atOnce, limit, () => buyBare(`http://127.0.0.1:${port}`))
      const ours = await drive(atOnce, limit, (index) => buyOnce(shop, cookies[index]!))
      const [p50, p95, p99] = [50, 95, 99].map((share) => fixed(percentile(ours.millis, share)))
      rows.push({
        what: `purchases, ${atOnce} at once`,
        figure: `${fixed(ours.perSecond)}/s, p50 ${p50} p95 ${p95} p99 ${p99} ms`,
        reference: `${fixed(theirs.perSecond)}/s bare node:http, pg and stripe`,
        ratio: fixed(ours.perSecond / theirs.perSecond, 2),
      })
    }
  } finally {
    bare.disconnect()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return rows
}

async function buyBare(at: string): Promise<void> {
  const buyer = randomUUID()
  const step = async (name: string, rest = '') => {
    const response = await send(`${at}/${name}?buyer=${buyer}${rest}`)
    if (response.status !== 200) throw new Error(`bare ${name}: ${response.body}`)
    return response.body
  }
  await step('cart')
  await step('shipping')
  const { id, url } = JSON.parse(await step('checkout')) as { id: string; url: string }
  await payWithCard(url)
  await step('paid', `&session=${id}`)
  await step('thanks')
}

/** Processor time of one purchase by process, the figure least affected by other load. */
export async function purchaseCosts({ shop, newMembers, processorTime }: Bench): Promise<Row[]> {
  const [warming, count] = [100, 300]
  const cookies = await newMembers(warming + count)
  const buy = (from: number, times: number) =>
    drive(8, { seconds: 120, times }, (index) => buyOnce(shop, cookies[from + index]!))
  await buy(0, warming)
  const before = processorTime()
  const { millis } = await buy(warming, count)
  const after = processorTime()
  return Object.entries(after).map(([part, used]) =>
    row(
      `processor time of a purchase: ${part}`,
      `${fixed((used - before[part as keyof typeof before]) / millis.length, 1)} ms`,
    ),
  )
}
