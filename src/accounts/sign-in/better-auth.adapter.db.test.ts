import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#platform/database/connection.server.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { betterAuthIdentity } from './better-auth.adapter.server.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

test.each([
  ['https://shop.example', /^__Host-kohue\.session=/, true],
  ['http://localhost:3000', /^kohue\.session=/, false],
])('the session cookie of %s', async (publicUrl, named, isSecure) => {
  const identity = betterAuthIdentity(db, { secret: 'a secret of the tests, long', publicUrl })
  const { id } = await aMember(db)
  const [cookie, ...others] = await identity.openSession(id, new Headers())
  expect(others).toEqual([])
  expect(cookie).toMatch(named)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(/; Secure/.test(cookie!)).toBe(isSecure)
  // The browser gives it back, and it is known.
  const headers = new Headers({ cookie: cookie!.split(';', 1)[0]! })
  expect((await identity.viewerOf(headers)).viewer?.id).toBe(id)
})

test('a password of one network does not wait for all those of another, wide one', async () => {
  const settings = { secret: 'a secret of the tests, long', publicUrl: 'https://shop.example' }
  const identity = betterAuthIdentity(db, settings)
  const ended: string[] = []
  const check = async (address: string) => {
    await identity.verifyPassword('altamira', null, new Headers({ 'x-kohue-address': address }))
    ended.push(address)
  }
  // Each of its /64s is another, its /48 the same.
  const many = Array.from({ length: 12 }, (_, n) => `2001:db8:1:${n}::1`)
  await check('192.0.2.1')
  await Promise.all([...many, '198.51.100.7'].map(check))
  expect(ended.indexOf('198.51.100.7')).toBeLessThan(10)
})
