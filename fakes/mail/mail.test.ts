import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startProvider, type Provider } from '#fakes/testing/provider.ts'

let provider: Provider

beforeAll(async () => {
  provider = await startProvider()
})
afterEach(async () => {
  await provider.resetFaults()
  await fetch(`${provider.url}/mail/messages`, { method: 'DELETE' })
})
afterAll(() => provider.remove())

type MessageJson = {
  id: string
  subject: string
  from: { address: string }
  to: { address: string }[]
  text: string
  html: string
  headers: Record<string, string>
  links: string[]
  messageId: string
  receivedAt: string
  envelope: { from: string; to: string[] }
}

async function messages(query = ''): Promise<MessageJson[]> {
  const response = await fetch(`${provider.url}/mail/messages${query}`)
  return ((await response.json()) as { messages: MessageJson[] }).messages
}

const transport = () => createTransport(provider.smtpUrl)

const welcome = {
  from: 'Kohue <hello@kohue.test>',
  to: 'ana@example.com',
  subject: 'Bienvenida, Ana — ¡salud!',
  text: 'Read on at http://shop.test/members?a=1&b=2.',
  html: '<p>Read on <a href="http://shop.test/members?a=1&amp;b=2">here</a></p><img src="cid:logo">',
  messageId: '<welcome-1@kohue.test>',
  headers: { 'List-Unsubscribe': '<http://shop.test/unsubscribe/1>' },
  attachments: [
    {
      filename: 'logo.png',
      cid: 'logo',
      content: Buffer.from([1, 2, 3]),
      contentType: 'image/png',
    },
  ],
}

describe('the inbox', () => {
  test('takes emails over SMTP and returns them whole as JSON', async () => {
    await transport().sendMail(welcome)
    const [mail] = await messages('?to=ANA@example.com')
    expect(mail).toMatchObject({
      subject: welcome.subject,
      from: { name: 'Kohue', address: 'hello@kohue.test' },
      to: [{ address: 'ana@example.com' }],
      messageId: '<welcome-1@kohue.test>',
      envelope: { from: 'hello@kohue.test', to: ['ana@example.com'] },
      links: ['http://shop.test/members?a=1&b=2'],
    })
    expect(mail!.text.trim()).toBe(welcome.text)
    expect(mail!.html).toContain('data:image/png;base64,AQID')
    expect(mail!.headers).toMatchObject({
      'Message-ID': '<welcome-1@kohue.test>',
      'List-Unsubscribe': '<http://shop.test/unsubscribe/1>',
    })
    const one = (await (
      await fetch(`${provider.url}/mail/messages/${mail!.id}`)
    ).json()) as MessageJson
    expect(one.subject).toBe(welcome.subject)
    expect(await messages('?to=bo@example.com')).toEqual([])
  })

  test('waits for an email to arrive', async () => {
    const waiting = messages('?to=late@example.com&wait=20000&count=2')
    await transport().sendMail({ ...welcome, to: 'late@example.com' })
    await transport().sendMail({ ...welcome, to: 'late@example.com', subject: 'Second' })
    expect((await waiting).map(({ subject }) => subject)).toEqual(['Second', welcome.subject])
    expect(await messages('?to=late@example.com&subject=second')).toHaveLength(1)
  })

  test('takes any login, and many emails at once', async () => {
    const pool = createTransport(
      `${provider.smtpUrl.replace('smtp://', 'smtp://user:pass@')}/?pool=true`,
    )
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => pool.sendMail({ ...welcome, subject: `Mail ${at}` })),
    )
    pool.close()
    const found = await messages('?limit=100')
    expect(new Set(found.map(({ subject }) => subject)).size).toBe(60)
  })

  test('still has its emails after a kill, without the deleted ones', async () => {
    await transport().sendMail({ ...welcome, subject: 'Stored' })
    await transport().sendMail({ ...welcome, subject: 'Deleted' })
    const [deleted] = await messages('?subject=Deleted')
    await fetch(`${provider.url}/mail/messages/${deleted!.id}`, { method: 'DELETE' })
    await transport().sendMail({ ...welcome, subject: 'Stored too' })
    provider = await provider.restart('SIGKILL')
    expect((await messages()).map(({ subject }) => subject)).toEqual(['Stored too', 'Stored'])
  })
})

const page = async (path: string) => (await fetch(`${provider.url}${path}`)).text()

describe('the inbox page', () => {
  test('lists, opens in four ways, and empties', async () => {
    expect(await page('/mail')).toContain('No mail yet.')
    await transport().sendMail({ ...welcome, html: `${welcome.html}<script>alert(1)</script>` })
    const [mail] = await messages()
    const list = await page('/mail')
    expect(list).toContain(`href="/mail/${mail!.id}"`)
    expect(list).toContain('Bienvenida, Ana — ¡salud!')
    expect(await page(`/mail/${mail!.id}`)).toContain('sandbox="allow-popups')
    expect(await page(`/mail/${mail!.id}?view=text`)).toContain('Read on at')
    expect(await page(`/mail/${mail!.id}?view=headers`)).toContain('List-Unsubscribe')
    expect(await page(`/mail/${mail!.id}?view=source`)).toContain('MIME-Version: 1.0')
    const frame = await fetch(`${provider.url}/mail/${mail!.id}/html`)
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups/)
    await fetch(`${provider.url}/mail/empty`, { method: 'POST' })
    expect(await page('/mail')).toContain('No mail yet.')
    expect((await fetch(`${provider.url}/mail/${mail!.id}`)).status).toBe(404)
  })
})

const send = (to = 'ana@example.com') =>
  transport()
    .sendMail({ ...welcome, to })
    .then(
      () => null,
      (error: Error & { responseCode?: number; code?: string }) => error,
    )

describe('the fault switches of mail', () => {
  test('refuse the connection', async () => {
    await provider.fault({ smtp: 'refuse-connection', times: 1 })
    expect(await send()).toBeInstanceOf(Error)
    expect(await send()).toBeNull()
  })

  test('refuse an email permanently or temporarily', async () => {
    await provider.fault({ smtp: 'reject', times: 1 })
    expect(await send()).toMatchObject({ responseCode: 554 })
    await provider.fault({ smtp: 'reject-temporarily', times: 1 })
    expect(await send()).toMatchObject({ responseCode: 451 })
    expect(await messages()).toHaveLength(0)
  })

  test('refuse one address only', async () => {
    await provider.fault({ smtp: 'refuse-recipient', recipient: 'Bad@example.com' })
    expect(await send('bad@example.com')).toMatchObject({ responseCode: 550 })
    expect(await send('good@example.com')).toBeNull()
  })

  test('take the email, then hang up', async () => {
    await provider.fault({ smtp: 'drop-after-data', times: 1 })
    expect(await send()).toBeInstanceOf(Error)
    expect(await messages()).toHaveLength(1)
  })
})
