import { setTimeout as pause } from 'node:timers/promises'

import { paths } from '#platform/http/paths.rules.ts'

import type { Bench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed, row } from './figures.ts'
import { send } from './http.ts'

/** Seconds between two memory samples. */
const interval = 10

/** Visits begun per second: about two thirds of what two cores can do. */
const perSecond = 24

/** Memory of the shop under a steady load of pages and purchases, and its slope after warm-up. */
export async function soak({ shop, seconds, newMembers, shopMegabytes }: Bench): Promise<Row[]> {
  const cookies = await newMembers(seconds * perSecond)
  const began = performance.now()
  const until = began + seconds * 1_000
  let next = 0
  const visitor = async () => {
    while (performance.now() < until && next < cookies.length) {
      const cookie = cookies[next]!
      const startsAt = began + (next++ * 1_000) / perSecond
      await pause(Math.max(0, startsAt - performance.now()))
      await send(shop, { cookie })
      await send(shop + paths.members(), { cookie })
      await buyOnce(shop, cookie)
      await send(shop + paths.members('orders'), { cookie })
    }
  }
  const samples: { minutes: number; megabytes: number }[] = []
  const sampling = (async () => {
    while (performance.now() < until) {
      await pause(interval * 1_000)
      samples.push({ minutes: (performance.now() - began) / 60_000, megabytes: shopMegabytes() })
    }
  })()
  await Promise.all([...Array.from({ length: 4 }, visitor), sampling])
  const warm = samples.slice(Math.floor(samples.length / 3))
  const most = Math.max(...samples.map((sample) => sample.megabytes))
  return [
    row('visits with a purchase', String(next), `${seconds} s`),
    row(
      'memory of the shop, first and last sample',
      `${fixed(samples[0]!.megabytes)} → ${fixed(samples.at(-1)!.megabytes)} MB`,
      `${fixed(most)} MB at most`,
    ),
    row('slope over the last two thirds', `${fixed(slope(warm), 2)} MB a minute`, 'target: flat'),
  ]
}

/** Least squares, in MB a minute. */
function slope(samples: { minutes: number; megabytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [
    mean(samples.map((one) => one.minutes)),
    mean(samples.map((one) => one.megabytes)),
  ]
  const over = samples.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0)
  const under = samples.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0)
  return over / under
}
