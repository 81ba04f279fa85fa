import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mails } from '#data/schema/desk.ts'
import { mailingListClients } from '#data/schema/people.ts'
import { attempts } from '#data/schema/trade.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
const source = { page: '/ex-join', address: '203.0.113.7', isHasty: false }
const ana = { fullname: 'Ana María Ruiz', email: 'ana@example.com' }

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.db.delete(mailingListClients)
  await house.db.delete(mails)
  await house.db.delete(attempts)
})

const clients = () => house.db.select().from(mailingListClients)
const letters = () => house.db.select().from(mails).where(eq(mails.kind, 'join'))

describe('joining the mailing list', () => {
  test('keeps name, first name and consent, and queues the letter', async () => {
    expect(await house.shop.joinMailingList(ana, source)).toEqual({ ok: true })
    expect(await clients()).toMatchObject([
      {
        fullName: 'Ana María Ruiz',
        firstName: 'Ana',
        email: 'ana@example.com',
        consentSource: '/ex-join',
        consentWording: expect.stringContaining('By subscribing you agree'),
        unsubscribedAt: null,
      },
    ])
    expect(await letters()).toMatchObject([
      { recipient: 'ana@example.com', props: { firstName: 'Ana', email: 'ana@example.com' } },
    ])
  })

  test('ten times at once is one client, one letter and ten same answers', async () => {
    const joins = Array.from({ length: 10 }, () => house.shop.joinMailingList(ana, source))
    expect(new Set((await Promise.all(joins)).map((answer) => answer.ok))).toEqual(new Set([true]))
    expect(await clients()).toHaveLength(1)
    expect(await letters()).toHaveLength(1)
  })

  test('nobody else can change what stands there', async () => {
    await house.shop.joinMailingList(ana, source)
    await house.shop.joinMailingList({ ...ana, fullname: 'Somebody Else' }, source)
    expect(await clients()).toMatchObject([{ fullName: 'Ana María Ruiz', version: 1 }])
  })

  test('who had left is on it again, with a new consent', async () => {
    await house.shop.joinMailingList(ana, source)
    await house.db.update(mailingListClients).set({
      unsubscribedAt: sql`now()`,
      consentedAt: new Date('2025-01-01'),
    })
    await house.shop.joinMailingList(ana, source)
    const [client] = await clients()
    expect(client).toMatchObject({ unsubscribedAt: null, version: 2 })
    expect(client!.consentedAt.getFullYear()).toBeGreaterThan(2025)
    expect(await letters()).toHaveLength(2)
  })
})

/** Answers how many of them got on the list. */
const joinMany = async (count: number, from: typeof source) => {
  const joins = Array.from({ length: count }, (_, n) =>
    house.shop.joinMailingList({ ...ana, email: `p${n}@example.com` }, from),
  )
  return (await Promise.all(joins)).filter((answer) => answer.ok).length
}

describe('the limit', () => {
  test('is per network address and hour', async () => {
    expect(await joinMany(130, source)).toBe(120)
    expect(await joinMany(1, { ...source, address: '203.0.113.8' })).toBe(1)
    await house.db.update(attempts).set({ since: sql`now() - interval '61 minutes'` })
    expect(await joinMany(1, source)).toBe(1)
  })

  test('is lower for forms that no person wrote, and people do not feel it', async () => {
    expect(await joinMany(60, { ...source, isHasty: true })).toBe(40)
    expect(await joinMany(1, source)).toBe(1)
  })

  test('is forgotten after a day', async () => {
    await joinMany(1, source)
    await house.shop.forgetAttempts()
    expect(await house.db.select().from(attempts)).toHaveLength(1)
    house.pass(25 * 60)
    await house.shop.forgetAttempts()
    const left = await house.db.select().from(attempts).where(like(attempts.key, 'join%'))
    expect(left).toEqual([])
  })
})
