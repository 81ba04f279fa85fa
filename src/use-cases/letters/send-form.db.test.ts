import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { mails } from '#data/schema/desk.ts'
import { mailRulesOf } from '#services/mail/mail-rules.ts'
import { emptyOutbox } from '#tests/harness/post-office.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { FormKind } from './send-form.ts'
import { sendForm } from './send-form.ts'

let house: TestShop
beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(() => emptyOutbox(house.db))

const browser = 'Mozilla/5.0 (Macintosh) Safari/605.1.15'
const robot = 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0'

const ana = { firstname: 'Ana', lastname: 'Ruiz', client_email: ' Ana@Customer.example ' }

function send(
  kind: FormKind,
  fields: Record<string, string>,
  parts: Parts = house.parts,
  agent: string | null = browser,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return sendForm(parts, kind, form, agent)
}

const withMail = (mail: Partial<Parts['mail']>): Parts => ({
  ...house.parts,
  mail: { ...house.parts.mail, ...mail },
})

const rules = {
  blockHeadless: false,
  blockList: [],
  perAddressHourly: 0,
  countLastHour: async () => 0,
}

const queued = () => house.db.select().from(mails)

describe('a form', () => {
  test.each([
    ['join', 'ana@customer.example'],
    ['register', 'ana@customer.example'],
    ['interested', 'cellar@kohue.example'],
    ['wildcard', 'cellar@kohue.example'],
  ] as const)('%s becomes a letter to %s', async (kind, recipient) => {
    const fields = { ...ana, wine: '2021 Malbec', subject: 'UNSUBSCRIBE', text: 'Ana se va.' }
    expect(await send(kind, fields)).toEqual({ status: 200, text: 'OK' })
    const [mail] = await queued()
    expect(mail).toMatchObject({ kind, recipient, state: 'queued' })
    expect(mail!.props).toMatchObject({ firstName: 'Ana', email: 'ana@customer.example' })
  })

  test('without an address, or a letter without a subject, is not complete', async () => {
    expect((await send('join', { ...ana, client_email: 'nobody' })).status).toBe(400)
    expect((await send('wildcard', { ...ana, subject: ' ', text: 'x' })).status).toBe(400)
    expect(await queued()).toEqual([])
  })

  test('of a headless browser is refused where the switch is on, and only there', async () => {
    const strict = withMail({ rules: mailRulesOf({ ...rules, blockHeadless: true }) })
    const refused = { status: 451, text: 'Unavailable For Headless Browser' }
    expect(await send('join', ana, strict, robot)).toEqual(refused)
    expect(await send('join', ana, strict, null)).toEqual(refused)
    expect(await queued()).toEqual([])
    expect((await send('join', ana, strict, browser)).status).toBe(200)
    expect((await send('join', ana, house.parts, robot)).status).toBe(200)
  })

  test('to an address of the block list is forbidden', async () => {
    const blocking = withMail({
      rules: mailRulesOf({ ...rules, blockList: [' Customer.example'] }),
    })
    expect(await send('join', ana, blocking)).toEqual({ status: 403, text: 'Forbidden' })
    expect(await queued()).toEqual([])
  })

  test('to an address that had its share is too many', async () => {
    const limit = { ...rules, perAddressHourly: 2, countLastHour: async () => 2 }
    const tired = withMail({ rules: mailRulesOf(limit) })
    expect(await send('register', ana, tired)).toEqual({ status: 429, text: 'Too Many Requests' })
  })

  test('says what is missing where mail is not set up', async () => {
    const text = 'The service ID is required. Visit https://dashboard.emailjs.com/admin'
    const unready = withMail({ whyNotReady: () => ({ status: 400, text }) })
    expect(await send('join', ana, unready)).toEqual({ status: 400, text })
  })
})
