import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const password = 'altamira'

/** Registers an account, asks to confirm its address, and deletes the account. */
async function registerAndDelete(email: string): Promise<void> {
  const form = { firstname: 'Ana', lastname: 'Ruiz', email, password }
  const registered = await ask('/signin', { form })
  expect(registered.status).toBe(302)
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  await ask('/account/security', { form: { intent: 'confirm-email' }, caller: { cookie } })
  const deleted = await ask('/api/identity/delete', { json: { password }, caller: { cookie } })
  expect(deleted.status).toBe(200)
}

test('deleting the account does not start the count of emails to its address afresh', async () => {
  const email = `${randomUUID()}@example.com`
  for (let turn = 0; turn < 8; turn++) await registerAndDelete(email)
  const { fakesUrl } = theShop()
  const inbox = await fetch(`${fakesUrl}/mail/messages?to=${email}&wait=20000&count=8`)
  const { messages } = (await inbox.json()) as { messages: { subject: string }[] }
  expect(messages.map(({ subject }) => subject).toSorted()).toEqual([
    ...Array<string>(5).fill('Confirm your email for Kohue'),
    ...Array<string>(3).fill('Welcome to Kohue'),
  ])
})

test('what is counted does not tell the address', async () => {
  const keys = await queryDatabase<{ key: string }>(
    `select key from attempts where key like 'emails-to-address:%'`,
  )
  expect(keys.length).toBeGreaterThan(0)
  for (const { key } of keys) expect(key).toMatch(/^emails-to-address:[\w-]{43}$/)
})

test('nothing of all this is in the log', expectQuietLog)
