import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { countAttempt } from '#data/attempts.ts'
import { identityLimits } from '#domain/identity-limits.ts'
import { from, registeredPerson, sessionsOf, somebody, tokenIn } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { sourceKey } from './identity-gate.ts'

let house: TestShop
beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())

const wrong = (email: string, address?: string) =>
  house.shop.signIn({ email, password: 'not this one' }, from(address))

const codes = (answers: ({ ok: true } | { ok: false; code: string })[]) =>
  answers.map((answer) => (answer.ok ? 'in' : answer.code))

describe('signing in', () => {
  test.each([
    ['nothing', { email: '', password: '' }, 'missing-email'],
    ['no address', { email: 'ana', password: 'x' }, 'invalid-email'],
    ['no password', { email: 'ana@example.com', password: '' }, 'missing-password'],
    ['a stranger', { email: 'ana@example.com', password: 'altamira' }, 'invalid-credential'],
  ])('with %s', async (_name, credentials, code) => {
    expect(await house.shop.signIn(credentials, from())).toMatchObject({ ok: false, code })
  })

  test('a wrong password and an unknown address are told apart by nobody', async () => {
    const { email } = await registeredPerson(house)
    expect(await wrong(email)).toEqual(await wrong(somebody().email))
  })

  test('gives a new token, and the session that came along is over', async () => {
    const { email, password, viewer, headers } = await registeredPerson(house)
    const [before] = await sessionsOf(house.db, viewer.id)
    const entered = await house.shop.signIn({ email, password }, headers)
    expect(entered.ok).toBe(true)
    const after = await sessionsOf(house.db, viewer.id)
    expect(after).toHaveLength(1)
    expect(after[0]!.token).not.toBe(before!.token)
    expect((await house.shop.identify(headers)).viewer).toBeNull()
  })

  test('never takes over a session that somebody else planted', async () => {
    const attacker = await registeredPerson(house)
    const { email, password, viewer } = await registeredPerson(house)
    const entered = await house.shop.signIn({ email, password }, attacker.headers)
    if (!entered.ok) throw new Error(entered.code)
    const { viewer: seen } = await house.shop.identify(from(undefined, entered.cookies))
    expect(seen?.id).toBe(viewer.id)
    expect((await house.shop.identify(attacker.headers)).viewer).toBeNull()
  })

  test('cookies are out of reach of scripts and of other sites', async () => {
    const { email, password } = await registeredPerson(house)
    const entered = await house.shop.signIn({ email, password }, from())
    if (!entered.ok) throw new Error(entered.code)
    expect(entered.cookies).toHaveLength(1)
    expect(entered.cookies[0]).toMatch(/^kohue\.session=.*; Path=\/; HttpOnly; SameSite=Lax$/i)
  })

  test('a forged or altered cookie is nobody’s', async () => {
    const { headers } = await registeredPerson(house)
    const cookie = headers.get('cookie')!
    const forged = [
      cookie.slice(0, -2),
      cookie.replace('session=', 'session=x'),
      'kohue.session=a.b',
    ]
    for (const one of forged) {
      expect((await house.shop.identify(new Headers({ cookie: one }))).viewer).toBeNull()
    }
  })
})

describe('the limits', () => {
  const { max } = identityLimits['sign-in-account']

  test('of twenty wrong passwords the first ten are looked at', async () => {
    const { email, password } = await registeredPerson(house, '198.51.100.1')
    const answers = []
    for (let n = 0; n < 20; n++) answers.push(await wrong(email, '198.51.100.1'))
    expect(codes(answers)).toEqual([
      ...Array<string>(max).fill('invalid-credential'),
      ...Array<string>(20 - max).fill('too-many-requests'),
    ])
    const right = await house.shop.signIn({ email, password }, from('198.51.100.1'))
    expect(right).toMatchObject({ ok: false, code: 'too-many-requests' })
  })

  test('fifty sources at once have no more tries at one account', async () => {
    const { email } = await registeredPerson(house)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => wrong(email, `198.51.101.${n}`)),
    )
    expect(codes(answers).filter((code) => code === 'invalid-credential')).toHaveLength(max)
  })

  /** Leaves a source five tries, as if the others had been used up. */
  async function leaveFive(address: string) {
    const key = sourceKey('sign-in-source', from(address))
    const { minutes, max: most } = identityLimits['sign-in-source']
    for (let n = 0; n < most - 5; n++) await countAttempt(house.db, key, minutes, most)
  }

  test('one source has no more tries, at however many accounts', async () => {
    await leaveFive('198.51.102.1')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => wrong(`n${n}@example.com`, '198.51.102.1')),
    )
    expect(codes(answers).filter((code) => code === 'invalid-credential')).toHaveLength(5)
    expect(codes([await wrong('n1@example.com', '198.51.102.2')])).toEqual(['invalid-credential'])
  })

  test('neighbours in one IPv6 network are one source, and headers of the client’s are none', async () => {
    await leaveFive('2001:db8:9:9::1')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const headers = from(`2001:db8:9:9::${n + 2}`)
        headers.set('x-forwarded-for', `192.0.2.${n}`)
        headers.set('forwarded', `for=192.0.2.${n}`)
        return house.shop.signIn({ email: `six${n}@example.com`, password: 'wrong one' }, headers)
      }),
    )
    expect(codes(answers).filter((code) => code === 'invalid-credential')).toHaveLength(5)
  })

  test('a right password starts the account’s count afresh', async () => {
    const { email, password } = await registeredPerson(house)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < max - 1; n++) await wrong(email, `198.51.103.${round}`)
      const right = await house.shop.signIn({ email, password }, from(`198.51.103.${round}`))
      expect(right.ok).toBe(true)
    }
  })

  test('never keep the owner from recovering, and recovery opens the account again', async () => {
    const { email } = await registeredPerson(house)
    for (let n = 0; n <= max; n++) await wrong(email, '198.51.104.1')
    expect(await house.shop.askForRecovery({ email }, from('192.0.2.8'))).toMatchObject({
      ok: true,
    })
    await house.shop.writeRecoveryLetter(email)
    const token = await tokenIn(house.db, email, 'password-recovery')
    const reset = await house.shop.resetPassword(
      { token, password: 'a new one' },
      from('192.0.2.8'),
    )
    expect(reset.ok).toBe(true)
    const again = await house.shop.signIn({ email, password: 'a new one' }, from('192.0.2.8'))
    expect(again.ok).toBe(true)
  })
})
