import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { identityLimits } from '../sign-in/identity-limits.rules.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const path = '/edit?edit=shipping'
const keep = (fields: [string, string][], userId?: string) =>
  testShop.shop.keepForm(
    { path, fields, ...(userId && { userId }) },
    new Headers({ 'x-kohue-address': '192.0.2.7' }),
  )

test.each([
  ['a network', 'kept-form-source', undefined],
  ['an account', 'kept-forms', randomUUID()],
] as const)(
  'beyond the limit of %s the form is lost, with the reason',
  async (_, limit, userId) => {
    const { max } = identityLimits[limit]
    for (let sent = 0; sent < max; sent++) {
      expect(await keep([['city', 'Napa']], userId)).toMatchObject({ ok: true })
    }
    expect(await keep([['city', 'Napa']], userId)).toEqual({ ok: false, reason: 'too-many' })
  },
)

test('a form that is too large is lost, with the reason', async () => {
  const fields: [string, string][] = [['text', 'x'.repeat(16_000)]]
  expect(await keep(fields, randomUUID())).toEqual({ ok: false, reason: 'too-large' })
})
