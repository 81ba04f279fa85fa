import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { sendRules } from '#mail/send-rules.ts'
import { mails } from '#mail/tables.ts'
import type { Services } from '#platform/services/services.ts'
import { emptyOutbox } from '#tests/harness/outbox.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import type { FormKind } from './send-form.actions.server.ts'
import { sendForm } from './send-form.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => emptyOutbox(testShop.db))

const browser = 'Mozilla/5.0 (Macintosh) Safari/605.1.15'
const robot = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0'

const ana = { firstname: 'Ana', lastname: 'Ruiz', client_email: ' Ana@Customer.example ' }

function send(
  kind: FormKind,
  fields: Record<string, string>,
  services: Services = testShop.services,
  agent: string | null = browser,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return sendForm(services, kind, form, agent)
}

const withMail = (mail: Partial<Services['mail']>): Services => ({
  ...testShop.services,
  mail: { ...testShop.services.mail, ...mail },
})

const rules = {
  blockHeadless: false,
  blockList: [],
  allowance: null,
}

const queued = () => testShop.db.select().from(mails)

describe('a form', () => {
  test.each([
    ['join', 'ana@customer.example'],
    ['register', 'ana@customer.example'],
    ['interested', 'cellar@kohue.example'],
    ['wildcard', 'cellar@kohue.example'],
  ] as const)('%s becomes an email to %s', async (kind, recipient) => {
    const fields = { ...ana, wine: '2021 Malbec', subject: 'UNSUBSCRIBE', text: 'Ana se va.' }
    expect(await send(kind, fields)).toEqual({ status: 200, text: 'OK' })
    const [mail] = await queued()
    expect(mail).toMatchObject({ kind, recipient, state: 'queued' })
    expect(mail!.props).toMatchObject({ firstName: 'Ana', email: 'ana@customer.example' })
  })

  test('without an address, or without a subject, is not complete', async () => {
    expect((await send('join', { ...ana, client_email: 'nobody' })).status).toBe(400)
    expect((await send('wildcard', { ...ana, subject: ' ', text: 'x' })).status).toBe(400)
    expect(await queued()).toEqual([])
  })

  test('of a headless browser is refused where the switch is on, and only there', async () => {
    const strict = withMail({ rules: sendRules({ ...rules, blockHeadless: true }) })
    const refused = { status: 451, text: 'Unavailable For Headless Browser' }
    expect(await send('join', ana, strict, robot)).toEqual(refused)
    expect(await send('join', ana, strict, null)).toEqual(refused)
    expect(await queued()).toEqual([])
    expect((await send('join', ana, strict, browser)).status).toBe(200)
    expect((await send('join', ana, testShop.services, robot)).status).toBe(200)
  })

  test('to an address of the block list is forbidden', async () => {
    const blocking = withMail({
      rules: sendRules({ ...rules, blockList: [' Customer.example'] }),
    })
    expect(await send('join', ana, blocking)).toEqual({ status: 403, text: 'Forbidden' })
    expect(await queued()).toEqual([])
  })

  test('to an address that had its share is too many', async () => {
    const allowance = {
      isLeft: async () => false,
      take: async () => false,
      putBack: async () => {},
    }
    const limit = { ...rules, allowance }
    const tired = withMail({ rules: sendRules(limit) })
    expect(await send('register', ana, tired)).toEqual({ status: 429, text: 'Too Many Requests' })
  })

  test('says what is missing where mail is not set up', async () => {
    const text = 'The service ID is required. Visit https://dashboard.emailjs.com/admin'
    const unready = withMail({ whatIsMissing: () => ({ status: 400, text }) })
    expect(await send('join', ana, unready)).toEqual({ status: 400, text })
  })
})
