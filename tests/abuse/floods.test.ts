import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, aStaffMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { theShop } from '#tests/harness/the-shop.ts'

let member: Caller
beforeAll(async () => {
  member = await aMember()
})

/** So many posts of a form, a few at a time, from an address of this machine that nobody else has. */
async function flood(
  count: number,
  path: string,
  form: (n: number) => Record<string, string>,
  from: string,
  more: Record<string, string> = {},
): Promise<number[]> {
  const statuses: number[] = []
  let next = 0
  const one = async () => {
    while (next < count) {
      const n = next++
      const response = await rawAnswer({
        method: 'POST',
        path,
        from,
        body: new URLSearchParams(form(n)).toString(),
        headers: {
          origin: theShop().url,
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.51.100.${n % 250}`,
          ...more,
        },
      })
      statuses.push(response.status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return statuses
}

const counted = (statuses: number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

const n = async (text: string, values: unknown[] = []) =>
  (await queryDatabase<{ n: number }>(text, values))[0]!.n

describe('a flood', () => {
  test('of the mailing list stops at the limit of its network, whatever headers are sent', async () => {
    const name = randomUUID()
    const form = (at: number) => ({ fullname: 'Flood', email: `${name}.${at}@example.com` })
    const statuses = await flood(80, '/ex-join', form, '127.0.0.11')
    expect(counted(statuses, 303)).toBe(40)
    expect(counted(statuses, 429)).toBe(40)
    const joined = await n(
      `select count(*)::int as n from mailing_list_clients where email like $1`,
      [`${name}%`],
    )
    expect(joined).toBe(40)
    // Others are not kept out by it.
    const other = { fullname: 'Ana Ruiz', email: `${randomUUID()}@example.com` }
    expect((await ask('/ex-join', { form: other })).status).toBe(303)
  })

  test('of passwords for one account stops at its limit and does not reveal the right one', async () => {
    const form = (at: number) => ({ email: member.email, password: `guess ${at}` })
    const statuses = await flood(30, '/login', form, '127.0.0.12')
    expect(counted(statuses, 400)).toBe(10)
    expect(counted(statuses, 429)).toBe(20)
    const right = await ask('/login', { form: { email: member.email, password: member.password } })
    expect(right.status).toBe(429)
  })

  test('of passwords for many accounts stops at the limit of its network', async () => {
    const form = (at: number) => ({ email: `nobody.${at}@example.com`, password: 'guess' })
    expect(counted(await flood(5, '/login', form, '127.0.0.13'), 400)).toBe(5)
    // Ninety more would only cost time: each is looked at as slowly as the last.
    await queryDatabase(
      `update attempts set count = count + 90 where key like 'sign-in-source:%' and count = 5`,
    )
    const statuses = await flood(15, '/login', form, '127.0.0.13')
    expect(counted(statuses, 400)).toBe(5)
    expect(counted(statuses, 429)).toBe(10)
    const call = await rawAnswer({
      method: 'POST',
      path: '/api/identity/sign-in',
      from: '127.0.0.13',
      body: JSON.stringify({ email: 'x@example.com', password: 'guess' }),
      headers: { origin: theShop().url, 'content-type': 'application/json' },
    })
    // The same count, whichever door is tried.
    expect(call.status).toBe(429)
  })

  test('of recovery requests sends no more emails than the limit, with the same response', async () => {
    const owner = await aMember()
    const form = () => ({ email: owner.email, intent: 'recover' })
    const statuses = await flood(40, '/login', form, '127.0.0.14')
    expect(counted(statuses, 200)).toBe(40)
    const written = () =>
      n(
        `select count(*)::int as n from mails where recipient = $1 and kind = 'password-recovery'`,
        [owner.email],
      )
    const waiting = () =>
      n(`select count(*)::int as n from graphile_worker.jobs
         where task_identifier = 'send-recovery-email'`)
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
    expect(await written()).toBeGreaterThan(0)
    expect(await written()).toBeLessThanOrEqual(5)
  })

  test('of guesses at the hidden view opens nothing, not even with the right word', async () => {
    const guesser = await aMember()
    const form = (at: number) => ({ answer: `guess ${at}` })
    const more = { cookie: `ageKey=older; ${guesser.cookie}` }
    await flood(12, '/members/preview', form, '127.0.0.15', more)
    await ask('/members/preview', { caller: guesser, form: { answer: 'tupungato' } })
    const open = 'select preview_open from sessions where user_id = $1'
    expect(await queryDatabase(open, [guesser.id])).toEqual([{ preview_open: false }])
    const knowing = await aMember()
    await ask('/members/preview', { caller: knowing, form: { answer: 'tupungato' } })
    expect(await queryDatabase(open, [knowing.id])).toEqual([{ preview_open: true }])
  })

  test('of reports from browsers is cut, and does not fill the log', async () => {
    const send = () =>
      rawAnswer({
        method: 'POST',
        path: '/api/identity/report',
        from: '127.0.0.16',
        body: JSON.stringify({ code: 'popup-closed-by-user', at: 'google' }),
        headers: { origin: theShop().url, 'content-type': 'application/json' },
      })
    const statuses = []
    for (let at = 0; at < 70; at++) statuses.push((await send()).status)
    expect(counted(statuses, 204)).toBe(60)
    expect(counted(statuses, 429)).toBe(10)
  })
})

test('nothing of all this is in the log', expectQuietLog)

test('asking for the head of a live list keeps no stream open', async () => {
  const staff = await aStaffMember()
  const live = '/admin/live?list=users'
  const heads = await Promise.all(
    Array.from({ length: 60 }, () => ask(live, { method: 'HEAD', caller: staff })),
  )
  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([405]))
  const stop = new AbortController()
  const stream = await ask(live, { caller: staff, signal: stop.signal })
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  stop.abort()
})
