import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { countAttempt } from '#mail/attempts.store.server.ts'
import { from, registeredPerson, sessionsOf, somePerson, tokenIn } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { accountAttempt, requestAttempts } from './rate-limits.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const wrong = (email: string, address?: string) =>
  testShop.shop.signIn({ email, password: 'not this one' }, from(address))

const codes = (results: ({ ok: true } | { ok: false; code: string })[]) =>
  results.map((result) => (result.ok ? 'in' : result.code))

describe('signing in', () => {
  test.each([
    ['nothing', { email: '', password: '' }, 'missing-email'],
    ['no address', { email: 'ana', password: 'x' }, 'invalid-email'],
    ['no password', { email: 'ana@example.com', password: '' }, 'missing-password'],
    ['a stranger', { email: 'ana@example.com', password: 'altamira' }, 'invalid-credential'],
  ])('with %s', async (_name, credentials, code) => {
    expect(await testShop.shop.signIn(credentials, from())).toMatchObject({ ok: false, code })
  })

  test('a wrong password and an unknown address are told apart by nobody', async () => {
    const { email } = await registeredPerson(testShop)
    expect(await wrong(email)).toEqual(await wrong(somePerson().email))
  })

  test('gives a new token, and the session that came along is over', async () => {
    const { email, password, viewer, headers } = await registeredPerson(testShop)
    const [before] = await sessionsOf(testShop.db, viewer.id)
    const entered = await testShop.shop.signIn({ email, password }, headers)
    expect(entered.ok).toBe(true)
    const after = await sessionsOf(testShop.db, viewer.id)
    expect(after).toHaveLength(1)
    expect(after[0]!.token).not.toBe(before!.token)
    expect((await testShop.shop.identify(headers)).viewer).toBeNull()
  })

  test('never takes over a session that an attacker planted', async () => {
    const attacker = await registeredPerson(testShop)
    const { email, password, viewer } = await registeredPerson(testShop)
    const entered = await testShop.shop.signIn({ email, password }, attacker.headers)
    if (!entered.ok) throw new Error(entered.code)
    const { viewer: seen } = await testShop.shop.identify(from(undefined, entered.cookies))
    expect(seen?.id).toBe(viewer.id)
    expect((await testShop.shop.identify(attacker.headers)).viewer).toBeNull()
  })

  test('cookies are out of reach of scripts and of other sites', async () => {
    const { email, password } = await registeredPerson(testShop)
    const entered = await testShop.shop.signIn({ email, password }, from())
    if (!entered.ok) throw new Error(entered.code)
    expect(entered.cookies).toHaveLength(1)
    expect(entered.cookies[0]).toMatch(/^kohue\.session=.*; Path=\/; HttpOnly; SameSite=Lax$/i)
  })

  test('a forged or altered cookie is nobody’s', async () => {
    const { headers } = await registeredPerson(testShop)
    const cookie = headers.get('cookie')!
    const forged = [
      cookie.slice(0, -2),
      cookie.replace('session=', 'session=x'),
      'kohue.session=a.b',
    ]
    for (const one of forged) {
      expect((await testShop.shop.identify(new Headers({ cookie: one }))).viewer).toBeNull()
    }
  })
})

describe('the limits', () => {
  test('of twenty wrong passwords the first ten are looked at', async () => {
    const { email, password } = await registeredPerson(testShop, '198.51.100.1')
    const responses = []
    for (let n = 0; n < 20; n++) responses.push(await wrong(email, '198.51.100.1'))
    expect(codes(responses)).toEqual([
      ...Array<string>(10).fill('invalid-credential'),
      ...Array<string>(10).fill('too-many-requests'),
    ])
    const right = await testShop.shop.signIn({ email, password }, from('198.51.100.1'))
    expect(right).toMatchObject({ ok: false, code: 'too-many-requests' })
  })

  test('fifty sources at once have no more tries at one account', async () => {
    const { email } = await registeredPerson(testShop)
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => wrong(email, `198.51.101.${n}`)),
    )
    expect(codes(responses).filter((code) => code === 'invalid-credential')).toHaveLength(10)
  })

  /** Leaves the given network of a request five attempts, as if the others had been used up. */
  async function leaveFive(address: string, network = 0) {
    const { key, minutes, max: most } = requestAttempts('sign-in-source', from(address))[network]!
    for (let n = 0; n < most - 5; n++) await countAttempt(testShop.db, key, minutes, most)
  }

  test('one source has no more tries, at however many accounts', async () => {
    await leaveFive('198.51.102.1')
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => wrong(`n${n}@example.com`, '198.51.102.1')),
    )
    expect(codes(responses).filter((code) => code === 'invalid-credential')).toHaveLength(5)
    expect(codes([await wrong('n1@example.com', '198.51.102.2')])).toEqual(['invalid-credential'])
  })

  test('an IPv6 network counts as one, and headers of the client do not count', async () => {
    await leaveFive('2001:db8:9:9::1')
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const headers = from(`2001:db8:9:9::${n + 2}`)
        headers.set('x-forwarded-for', `192.0.2.${n}`)
        headers.set('forwarded', `for=192.0.2.${n}`)
        return testShop.shop.signIn(
          { email: `six${n}@example.com`, password: 'wrong one' },
          headers,
        )
      }),
    )
    expect(codes(responses).filter((code) => code === 'invalid-credential')).toHaveLength(5)
  })

  test('all networks of one IPv6 /48 share a wider limit', async () => {
    await leaveFive('2001:db8:7:1::1', 1)
    const refusals = await Promise.all(
      Array.from({ length: 10 }, (_, n) => wrong(`wide${n}@example.com`, `2001:db8:7:${n + 1}::9`)),
    )
    expect(codes(refusals).filter((code) => code === 'invalid-credential')).toHaveLength(5)
    expect(codes([await wrong('wide@example.com', '2001:db8:8:1::9')])).toEqual([
      'invalid-credential',
    ])
  })

  test('a right password starts the account’s count afresh', async () => {
    const { email, password } = await registeredPerson(testShop)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) await wrong(email, `198.51.103.${round}`)
      const right = await testShop.shop.signIn({ email, password }, from(`198.51.103.${round}`))
      expect(right.ok).toBe(true)
    }
  })

  test('right passwords count too, for one account from one network', async () => {
    const { email, password } = await registeredPerson(testShop)
    const key = accountAttempt('sign-in-account-source', `${email} 198.51.105.1`).key
    for (let n = 0; n < 38; n++) await countAttempt(testShop.db, key, 15, 40)
    const results = []
    for (let n = 0; n < 4; n++) {
      results.push(await testShop.shop.signIn({ email, password }, from('198.51.105.1')))
    }
    expect(codes(results)).toEqual(['in', 'in', 'too-many-requests', 'too-many-requests'])
    const elsewhere = await testShop.shop.signIn({ email, password }, from('198.51.105.2'))
    expect(elsewhere.ok).toBe(true)
  })

  test('never keep the owner from recovering, and recovery opens the account again', async () => {
    const { email } = await registeredPerson(testShop)
    for (let n = 0; n <= 10; n++) await wrong(email, '198.51.104.1')
    expect(await testShop.shop.requestRecovery({ email }, from('192.0.2.8'))).toMatchObject({
      ok: true,
    })
    await testShop.shop.sendRecoveryEmail(email)
    const token = await tokenIn(testShop.db, email, 'password-recovery')
    const reset = await testShop.shop.resetPassword(
      { token, password: 'a new one' },
      from('192.0.2.8'),
    )
    expect(reset.ok).toBe(true)
    const again = await testShop.shop.signIn({ email, password: 'a new one' }, from('192.0.2.8'))
    expect(again.ok).toBe(true)
  })
})
