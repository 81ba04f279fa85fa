import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mails } from '#mail/tables.ts'
import { attempts } from '#mail/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { emptyConsents } from '#tests/harness/consents.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { deleteOldAttempts } from '../sign-in/clean-up-sign-in.actions.server.ts'
import { consentsOf } from './consents.store.server.ts'

let testShop: TestShop
const source = { page: '/ex-join', address: '203.0.113.7', isSentTooFast: false }
const ana = { fullname: 'Ana María Ruiz', email: 'ana@example.com' }

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.delete(mailingListClients)
  await testShop.db.delete(mails)
  await testShop.db.delete(attempts)
  await emptyConsents(testShop.db)
})

const subscribers = () => testShop.db.select().from(mailingListClients)
async function rejoin(token: string): Promise<boolean> {
  const rejoined = await testShop.shop.confirmRejoin(null, { token })
  return rejoined.ok && rejoined.done.isBack
}
const welcomes = () => testShop.db.select().from(mails).where(eq(mails.kind, 'join'))

describe('joining the mailing list', () => {
  test('keeps name, first name and consent, and queues the email', async () => {
    expect(await testShop.shop.joinMailingList(ana, source)).toEqual({ ok: true })
    expect(await subscribers()).toMatchObject([
      {
        fullName: 'Ana María Ruiz',
        firstName: 'Ana',
        // Nobody knows where it begins.
        lastName: '',
        email: 'ana@example.com',
        consentSource: '/ex-join',
        consentWording: expect.stringContaining('By subscribing you agree'),
        unsubscribedAt: null,
      },
    ])
    expect(await welcomes()).toMatchObject([
      { recipient: 'ana@example.com', props: { firstName: 'Ana', email: 'ana@example.com' } },
    ])
  })

  test('ten times at once is one subscriber, one email and ten same responses', async () => {
    const joins = Array.from({ length: 10 }, () => testShop.shop.joinMailingList(ana, source))
    expect(new Set((await Promise.all(joins)).map((result) => result.ok))).toEqual(new Set([true]))
    expect(await subscribers()).toHaveLength(1)
    expect(await welcomes()).toHaveLength(1)
  })

  test('nobody else can change what stands there', async () => {
    await testShop.shop.joinMailingList(ana, source)
    await testShop.shop.joinMailingList({ ...ana, fullname: 'Somebody Else' }, source)
    expect(await subscribers()).toMatchObject([{ fullName: 'Ana María Ruiz', version: 1 }])
  })
})

describe('joining after having left', () => {
  /** A person who joined, left and is entered again; returns the emails that ask to confirm. */
  async function enteredAgain() {
    await testShop.shop.joinMailingList(ana, source)
    const [subscriber] = await subscribers()
    await testShop.shop.unsubscribe(testShop.services.mail.tokens.sign(subscriber!.id))
    await testShop.db.update(mailingListClients).set({ consentedAt: new Date('2025-01-01') })
    const again = { fullname: 'Buy Cheap Pills', email: ana.email }
    expect(await testShop.shop.joinMailingList(again, source)).toEqual({ ok: true })
    return confirmations()
  }
  const confirmations = () =>
    testShop.db.select().from(mails).where(eq(mails.kind, 'confirm-subscription'))
  const tokenOf = (mail: { props: unknown }) =>
    decodeURIComponent((mail.props as { link: string }).link.split('/rejoin/')[1]!)

  test('changes nothing before it is confirmed by email', async () => {
    const emails = await enteredAgain()
    expect(await subscribers()).toMatchObject([{ unsubscribedAt: expect.any(Date), version: 2 }])
    expect(await welcomes()).toHaveLength(1)
    // The name is the recorded one: a stranger cannot put words into the email.
    expect(emails).toMatchObject([
      { recipient: ana.email, props: { firstName: 'Ana', email: ana.email } },
    ])
  })

  test('counts once it is confirmed, with a new consent, and the link works once', async () => {
    const [email] = await enteredAgain()
    const token = tokenOf(email!)
    const { shop } = testShop
    expect(await shop.viewRejoin(token)).toEqual({ email: ana.email, isBack: false })
    expect(await rejoin(token)).toBe(true)
    const [subscriber] = await subscribers()
    expect(subscriber).toMatchObject({ unsubscribedAt: null, consentSource: '/rejoin' })
    expect(subscriber!.consentedAt.getFullYear()).toBeGreaterThan(2025)
    expect(await welcomes()).toHaveLength(2)
    expect(await shop.viewRejoin(token)).toEqual({ email: ana.email, isBack: true })
    expect(await rejoin(token)).toBe(false)
  })

  test('confirmed by several presses at once is one yes and one welcome', async () => {
    const [email] = await enteredAgain()
    const { db } = testShop
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => rejoin(tokenOf(email!))))
    expect(presses.filter(Boolean)).toHaveLength(1)
    expect(await welcomes()).toHaveLength(2)
    const verdicts = (await consentsOf(db, ana.email)).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['yes', 'no', 'yes'])
    expect(await subscribers()).toMatchObject([{ unsubscribedAt: null }])
  })

  test('is not confirmed by a link of an earlier departure', async () => {
    const [email] = await enteredAgain()
    const token = tokenOf(email!)
    await rejoin(tokenOf((await enteredAgain()).at(-1)!))
    const [subscriber] = await subscribers()
    await testShop.shop.unsubscribe(testShop.services.mail.tokens.sign(subscriber!.id))
    expect(await testShop.shop.viewRejoin(token)).toBeNull()
    expect(await rejoin(token)).toBe(false)
    expect(await subscribers()).toMatchObject([{ unsubscribedAt: expect.any(Date) }])
  })

  test('is not confirmed by an expired or a forged link, nor by the link for leaving', async () => {
    const [email] = await enteredAgain()
    const token = tokenOf(email!)
    const [subscriber] = await subscribers()
    const { shop, services } = testShop
    for (const forged of [
      services.mail.tokens.sign(subscriber!.id),
      token.slice(0, -1),
      `${subscriber!.id}.0.0.${'A'.repeat(22)}`,
      '',
    ]) {
      expect(await shop.viewRejoin(forged)).toBeNull()
      expect(await rejoin(forged)).toBe(false)
    }
    expect(await shop.unsubscribe(token)).toBe(false)
    testShop.pass(72 * 60 - 1)
    expect(await shop.viewRejoin(token)).not.toBeNull()
    testShop.pass(2)
    expect(await shop.viewRejoin(token)).toBeNull()
    expect(await rejoin(token)).toBe(false)
    testShop.pass(-72 * 60 - 1)
    expect(await subscribers()).toMatchObject([{ unsubscribedAt: expect.any(Date) }])
  })

  test('sends no more than two of these emails a day', async () => {
    await enteredAgain()
    for (let times = 0; times < 5; times++) {
      expect(await testShop.shop.joinMailingList(ana, source)).toEqual({ ok: true })
    }
    expect(await confirmations()).toHaveLength(2)
  })
})

/** Returns how many of them got on the list. */
const joinMany = async (count: number, from: typeof source) => {
  const joins = Array.from({ length: count }, (_, n) =>
    testShop.shop.joinMailingList({ ...ana, email: `p${n}@example.com` }, from),
  )
  return (await Promise.all(joins)).filter((result) => result.ok).length
}

describe('the limit', () => {
  test('is per network address and hour', async () => {
    expect(await joinMany(130, source)).toBe(120)
    expect(await joinMany(1, { ...source, address: '203.0.113.8' })).toBe(1)
    await testShop.db.update(attempts).set({ since: sql`now() - interval '61 minutes'` })
    expect(await joinMany(1, source)).toBe(1)
  })

  test('is lower for forms that no person wrote, and people do not feel it', async () => {
    expect(await joinMany(60, { ...source, isSentTooFast: true })).toBe(40)
    expect(await joinMany(1, source)).toBe(1)
  })

  test('is forgotten after a day', async () => {
    await joinMany(1, source)
    await deleteOldAttempts(testShop.services)
    expect(await testShop.db.select().from(attempts)).toHaveLength(1)
    testShop.pass(25 * 60)
    await deleteOldAttempts(testShop.services)
    const left = await testShop.db.select().from(attempts).where(like(attempts.key, 'join%'))
    expect(left).toEqual([])
  })
})
