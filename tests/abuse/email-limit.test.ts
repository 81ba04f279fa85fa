import { randomUUID } from 'node:crypto'

import { expect, inject, test } from 'vitest'

import { ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

const perHour = 20

const password = 'altamira'

/** Registers an account, waits for its welcome email to be settled, and deletes the account. */
async function registerAndDelete(email: string): Promise<string> {
  const form = { firstname: 'Ana', lastname: 'Ruiz', email, password }
  const registered = await ask('/signin', { form })
  expect(registered.status).toBe(302)
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const settled = async () => {
    const [mail] = await queryDatabase<{ outcome: string }>(
      `select coalesce(last_error, state) as outcome from mails
       where recipient = $1 and (sent_at is not null or last_error is not null)`,
      [email],
    )
    return mail?.outcome
  }
  // Read once: an email that was refused is tried again, and is not settled meanwhile.
  let outcome: string | undefined
  await expect.poll(async () => (outcome ??= await settled())).toBeDefined()
  // A confirmed account takes the emails sent to it along when it is deleted.
  await queryDatabase('update users set email_verified = true where email = $1', [email])
  const deleted = await ask('/api/identity/delete', { json: { password }, caller: { cookie } })
  expect(deleted.status).toBe(200)
  return outcome!
}

test('deleting the account does not start the count of emails to its address afresh', async () => {
  const email = `${randomUUID()}@example.com`
  const outcomes: string[] = []
  for (let n = 0; n < perHour; n++) outcomes.push(await registerAndDelete(email))
  expect(outcomes).toEqual(Array(perHour).fill('sent'))
  expect(await registerAndDelete(email)).toBe('429 Too Many Requests')

  // Deleting a confirmed account sends an email each time: a stranger can't cause that one.
  const { fakesUrl } = inject('server')
  const inbox = await fetch(`${fakesUrl}/mail/messages?to=${email}`)
  const { messages } = (await inbox.json()) as { messages: { subject: string }[] }
  const welcomes = messages.filter(({ subject }) => subject === 'Welcome to Kohue')
  expect(welcomes).toHaveLength(perHour)
})

test('what is counted does not tell the address', async () => {
  const keys = await queryDatabase<{ key: string }>(
    `select key from attempts where key like 'emails-to-address:%'`,
  )
  expect(keys.length).toBeGreaterThan(0)
  for (const { key } of keys) expect(key).toMatch(/^emails-to-address:[\w-]{43}$/)
})

test('nothing of all this is in the log', expectQuietLog)
