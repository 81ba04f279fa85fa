import { afterAll, beforeAll, expect, test } from 'vitest'

import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { insertLinks, linkByHash, useLink } from './one-time-links.store.server.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
})
afterAll(() => testShop.close())

test('a link is used once, before its end and for its own purpose', async () => {
  const { db } = testShop
  const { id: userId, email } = await aMember(db)
  const expiresAt = new Date('2026-11-20T12:00:00Z')
  const link = { tokenHash: 'hash', purpose: 'recovery' as const, userId, email, expiresAt }
  await insertLinks(db, [link])
  const before = new Date('2026-11-20T11:59:59Z')
  expect(await useLink(db, 'hash', 'recovery', expiresAt)).toBeNull()
  expect(await useLink(db, 'hash', 'confirm-email', before)).toBeNull()
  expect(await useLink(db, 'another', 'recovery', before)).toBeNull()
  expect(await linkByHash(db, 'hash', ['recovery'])).toMatchObject({ userId })
  const both = await Promise.all([
    useLink(db, 'hash', 'recovery', before),
    useLink(db, 'hash', 'recovery', before),
  ])
  expect(both.filter((used) => used !== null)).toMatchObject([{ email, userId }])
})
