import { afterAll, beforeAll, expect, test } from 'vitest'

import { userById } from '#accounts/users/users.store.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { accountActions } from './account.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test.each([
  ['leads back to the cart', 'CA', { to: '/mono?cart=open', at: 'cart' }],
  ['stays with the account where wine may not go', 'UT', { at: 'content' }],
])('a shipping address that the cart asked for %s', async (_where, state, done) => {
  const { id } = await aMember(testShop.db)
  const viewer = (await userById(testShop.db, id))!
  const saved = await accountActions.shipping(testShop.services, viewer, {
    ...{ pathname: '/mono', search: '?edit=shipping&from=cart', version: String(viewer.version) },
    ...{ address: '500 Center St', addressExtra: '', city: 'Springfield', state },
    zipCode: state === 'UT' ? '84601' : '94110',
  })
  expect(saved).toMatchObject({ ok: true, done })
})
