import { createHash, randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { rawAnswer } from '#tests/harness/raw-request.ts'
import { authSecretOf } from '#tests/harness/server-secrets.ts'
import { theShop } from '#tests/harness/the-shop.ts'

const post = (path: string, form: Record<string, string>, from: string, cookie = '') =>
  rawAnswer({
    method: 'POST',
    path,
    from,
    body: new URLSearchParams(form).toString(),
    headers: {
      origin: theShop().url,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
    },
  })

describe('the age gate', () => {
  const refused = 'ageRefused=younger'
  const cookiesOf = (response: Response) => response.headers.getSetCookie()
  const choose = (form: Record<string, string>, cookie = '') =>
    ask('/age-gate', { form: { to: '/about', ...form }, headers: { ...(cookie && { cookie }) } })

  test.each([
    ['by hand', refused],
    ['from a second tab that still shows the question', `${refused}; ageKey=older`],
  ])('sets no ageKey while the refusal stands, %s', async (_how, cookie) => {
    const response = await choose({ age: 'over' }, cookie)
    expect(response.status).toBe(303)
    expect(cookiesOf(response).join()).not.toContain('ageKey')
    const page = await ask('/about', { headers: { cookie: `${refused}; ageKey=older` } })
    expect(await page.text()).toContain('aria-modal="true"')
  })

  test('a refusal takes an earlier ageKey away', async () => {
    const cookies = cookiesOf(await choose({ age: 'under' }, 'ageKey=older'))
    expect(cookies).toContainEqual(
      expect.stringMatching(/^ageRefused=younger; HttpOnly; .*SameSite=Lax/),
    )
    expect(cookies).toContainEqual(expect.stringMatching(/^ageKey=; Max-Age=0/))
  })

  test.each([{}, { age: '' }, { age: 'older' }])('%j is no choice', async (form) => {
    const response = await choose(form as Record<string, string>)
    expect(response.headers.get('location')).toBe('/about')
    expect(cookiesOf(response)).toEqual([])
  })
})

describe('who said to be under 21', () => {
  const headers = { cookie: 'ageRefused=younger; ageKey=older' }
  const forms: [string, Record<string, string>][] = [
    ['/ex-join', { firstname: 'Ana', lastname: 'Ruiz', email: 'under@example.com' }],
    ['/offering', { quantity: '1' }],
    ['/login', { email: 'ana@example.com', password: 'altamira' }],
    [
      '/signin',
      { firstname: 'Ana', lastname: 'Ruiz', email: 'under@example.com', password: 'altamira' },
    ],
  ]
  test.each(forms)('sends no form, without its page either: %s', async (path, form) => {
    const response = await ask(path, { form, headers })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/')
    const joined = await queryDatabase(
      `select email from mailing_list_clients where email = 'under@example.com'
       union select email from users where email = 'under@example.com'`,
    )
    expect(joined).toEqual([])
  })

  test('leaves the mailing list all the same', async () => {
    const email = `${randomUUID()}@example.com`
    await ask('/ex-join', { form: { fullname: 'Ana Ruiz', email } })
    const [row] = await queryDatabase<{ id: string }>(
      'select id from mailing_list_clients where email = $1',
      [email],
    )
    const path = `/unsubscribe/${mailingListTokens(authSecretOf()).sign(row!.id)}`
    const left = await ask(path, { form: { leave: '' }, headers })
    expect([left.status, left.headers.get('location')]).toEqual([303, path])
    const noes = await queryDatabase(`select 1 from consents where email = $1 and verdict = 'no'`, [
      email,
    ])
    expect(noes).toHaveLength(1)
  })

  test('makes no call that writes', async () => {
    const response = await ask('/api/create-checkout-session', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(403)
  })
})

describe('an address that is not the registrant’s', () => {
  const verified = async (id: string) =>
    (
      await queryDatabase<{ email_verified: boolean }>(
        'select email_verified from users where id = $1',
        [id],
      )
    )[0]!.email_verified

  /** A confirmation link of this person's account, as its email has it. */
  async function confirmationLink(person: Caller): Promise<string> {
    const token = randomUUID()
    const hash = createHash('sha256').update(token).digest('base64url')
    await queryDatabase(
      `insert into one_time_links (token_hash, purpose, user_id, email, expires_at)
       values ($1, 'confirm-email', $2, $3, now() + interval '1 day')`,
      [hash, person.id, person.email],
    )
    return `/confirm-email?token=${token}`
  }

  test('is not confirmed by its owner’s press on the link: that needs the account’s login session', async () => {
    const attacker = await aMember()
    const opened = await ask(await confirmationLink(attacker))
    const secret = opened.headers.getSetCookie()[0]!.split(';', 1)[0]!
    const owner = await aMember()
    const press = (cookie: string) =>
      ask('/confirm-email', {
        form: { confirm: '' },
        headers: { cookie: `ageKey=older; ${cookie}` },
      })
    const visitor = await press(secret)
    expect(visitor.status).toBe(302)
    expect(visitor.headers.get('location')).toMatch(/^\/login\?to=/)
    expect((await press(`${secret}; ${owner.cookie}`)).status).toBe(400)
    expect(await verified(attacker.id)).toBe(false)
    expect((await press(`${secret}; ${attacker.cookie}`)).status).toBe(200)
    expect(await verified(attacker.id)).toBe(true)
  })
})

describe('guessed links', () => {
  test('stop at the limit of their network, for confirming and for recovery', async () => {
    const member = await aMember()
    const guess = (n: number) =>
      post(
        '/reset-password',
        { password: 'a new password' },
        '127.0.0.21',
        `kohue.link=${encodeURIComponent(JSON.stringify(`guess${n}`))}`,
      )
    const statuses: number[] = []
    for (let n = 0; n < 65; n++) statuses.push((await guess(n)).status)
    const refused = statuses.filter((status) => status === 400)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(60)
    expect(statuses.slice(refused.length).every((status) => status === 429)).toBe(true)
    const limited = await guess(66)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    const cookie = `ageKey=older; ${member.cookie}; kohue.link=%22guess%22`
    expect((await post('/confirm-email', {}, '127.0.0.21', cookie)).status).toBe(429)
  })
})

describe('a flood of passwords', () => {
  test('is answered with 503 and Retry-After beyond a short queue, and the shop goes on', async () => {
    const attempts = Array.from({ length: 70 }, () =>
      post('/login', { email: `${randomUUID()}@example.com`, password: 'guess' }, '127.0.0.22'),
    )
    const page = await ask('/ourwines?fresh=1', { headers: { cookie: 'ageKey=older' } })
    expect(page.status).toBe(200)
    const responses = await Promise.all(attempts)
    const busy = responses.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const { headers } of busy) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => ![400, 503].includes(status))).toEqual([])
    const member = await aMember()
    const form = { email: member.email, password: member.password }
    expect((await ask('/login', { form })).status).toBe(302)
  })
})

test('nothing of all this is in the log', expectQuietLog)
