import { setTimeout as pause } from 'node:timers/promises'

import { paths } from '#web/paths.ts'

import type { Bench } from './bench.ts'
import { buyOnce } from './buy-flow.ts'
import type { Row } from './figures.ts'
import { fixed } from './figures.ts'
import { ask } from './http.ts'

/** Seconds between two looks at the memory. */
const interval = 10

/** More visits than two cores make in a second. */
const perSecond = 33

/** Memory of the shop under a steady load of pages and purchases, and its slope once it is warm. */
export async function soak(
  { shop, newMembers, shopMegabytes }: Bench,
  seconds: number,
): Promise<Row[]> {
  const cookies = await newMembers(seconds * perSecond)
  const until = performance.now() + seconds * 1_000
  let next = 0
  const visitor = async () => {
    while (performance.now() < until && next < cookies.length) {
      const cookie = cookies[next++]!
      await ask(shop, { cookie })
      await ask(shop + paths.members(), { cookie })
      await buyOnce(shop, cookie)
      await ask(shop + paths.members('orders'), { cookie })
    }
  }
  const looks: { minutes: number; megabytes: number }[] = []
  const watching = (async () => {
    const began = performance.now()
    while (performance.now() < until) {
      await pause(interval * 1_000)
      looks.push({ minutes: (performance.now() - began) / 60_000, megabytes: shopMegabytes() })
    }
  })()
  await Promise.all([...Array.from({ length: 4 }, visitor), watching])
  const warm = looks.slice(Math.floor(looks.length / 3))
  const most = Math.max(...looks.map((look) => look.megabytes))
  return [
    { what: 'visits in the soak', figure: String(next), beside: `${seconds} s`, ratio: '' },
    {
      what: 'memory of the shop, first and last look',
      figure: `${fixed(looks[0]!.megabytes)} → ${fixed(looks.at(-1)!.megabytes)} MB`,
      beside: `${fixed(most)} MB at most`,
      ratio: '',
    },
    {
      what: 'slope over the last two thirds',
      figure: `${fixed(slope(warm), 2)} MB a minute`,
      beside: 'flat aimed at',
      ratio: '',
    },
  ]
}

/** Least squares, in MB a minute. */
function slope(looks: { minutes: number; megabytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(looks.map((one) => one.minutes)), mean(looks.map((one) => one.megabytes))]
  const over = looks.reduce((sum, one) => sum + (one.minutes - x) * (one.megabytes - y), 0)
  const under = looks.reduce((sum, one) => sum + (one.minutes - x) ** 2, 0)
  return over / under
}
