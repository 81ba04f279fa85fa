import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { users } from '#platform/database/people.tables.ts'
import { keyedHashes } from '#platform/secrets/keyed-hashes.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { bootstrap } from './bootstrap.ts'
import { CannotOpen } from './cannot-open.ts'
import type { Env } from './env.ts'
import type { App } from './services.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const open = (email: string, NODE_ENV: Env['NODE_ENV'] = 'production') =>
  bootstrap(
    testShop as unknown as App,
    {
      NODE_ENV,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: 'a password of the owner',
    } as Env,
  )

const userOf = async (email: string) =>
  (await testShop.db.select().from(users).where(eq(users.email, email)))[0]

describe('the configured staff account', () => {
  test('is made once, with an address that counts as confirmed', async () => {
    await open('Owner@kohue.example')
    await open('owner@kohue.example')
    expect(await userOf('owner@kohue.example')).toMatchObject({
      role: 'staff',
      emailVerified: true,
    })
  })

  test('stops a production boot when its address is registered and unconfirmed', async () => {
    const { email } = await aMember(testShop.db, { emailVerified: false })
    await expect(open(email)).rejects.toBeInstanceOf(CannotOpen)
    await expect(open(email.toUpperCase())).rejects.toThrow(/ADMIN_EMAIL.*never confirmed/)
    expect(await userOf(email)).toMatchObject({ role: 'member' })
    await open(email, 'development')
    expect(await userOf(email)).toMatchObject({ role: 'member' })
  })

  test('leaves a confirmed customer of that address a customer', async () => {
    const { email } = await aMember(testShop.db, { emailVerified: true })
    await open(email)
    expect(await userOf(email)).toMatchObject({ role: 'member' })
  })
})

describe('the key of the hashes', () => {
  test('another one than the database was written with stops a production boot', async () => {
    await open('owner@kohue.example')
    const other = {
      ...testShop,
      services: { ...testShop.services, hashes: keyedHashes('another') },
    }
    const boot = (NODE_ENV: Env['NODE_ENV']) =>
      bootstrap(other as unknown as App, { NODE_ENV } as Env)
    await expect(boot('production')).rejects.toThrow(/DATA_SECRET is not the one/)
    await boot('development')
  })
})
