import { randomBytes } from 'node:crypto'

import { paths } from '#platform/http/paths.rules.ts'

import { openBare } from './bare.ts'
import type { Bench } from './bench.ts'
import type { Row } from './figures.ts'
import { drive, fixed, percentile } from './figures.ts'
import { send } from './http.ts'

/** Registrations and log-ins per second, which the slow password hash dominates. */
export async function loginRate({ shop, seconds }: Bench): Promise<Row[]> {
  const run = randomBytes(4).toString('hex')
  const cookie = 'ageKey=older'
  const password = 'a long enough password'
  const emailOf = (index: number) => `${run}.${index}@bench.example`
  const limit = { seconds, times: 250 }
  let lastBody = ''
  const expect = (what: string, { status, body }: Awaited<ReturnType<typeof send>>) => {
    if (status !== 303 && status !== 302) throw new Error(`${what} returned ${status}`)
    lastBody = body
  }
  const registered = await drive(4, limit, async (index) => {
    const form = { firstname: 'Ana', lastname: 'Ruiz', email: emailOf(index), password }
    expect('registering', await send(shop + paths.register(), { cookie, form }))
  })
  const loggedIn = await drive(4, { ...limit, times: registered.millis.length }, async (index) => {
    const form = { email: emailOf(index), password }
    expect('logging in', await send(shop + paths.login(), { cookie, form }))
  })
  const bare = openBare()
  await bare.respondWith(lastBody)
  const theirs = await drive(4, { seconds: seconds / 2, times: 100_000 }, bare.send)
  bare.end()
  const row = (what: string, { perSecond, millis }: typeof loggedIn): Row => ({
    what: `${what}, 4 at once`,
    figure: `${fixed(perSecond)}/s, p95 ${fixed(percentile(millis, 95))} ms`,
    reference: `${fixed(theirs.perSecond)}/s bare node:http`,
    ratio: fixed(perSecond / theirs.perSecond, 4),
  })
  return [row('registrations', registered), row('log-ins', loggedIn)]
}
