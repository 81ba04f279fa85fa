import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { renderEmail } from '#app/emails/email-templates.ts'
import { samples } from '#app/emails/samples.ts'
import { contentFor } from '#campaigns/campaign/content.rules.ts'
import { disputeEmail } from '#orders/disputes/dispute-email.copy.ts'
import { businessEmails } from '#requests/business-emails.copy.ts'
import { testEmailSite } from '#tests/harness/outbox.ts'

import type { EmailFrame } from './email-site.ts'
import type { MailKind } from './mail.rules.ts'
import { mailKinds, mailRule } from './mail.rules.ts'

const frame: EmailFrame = { site: testEmailSite, unsubscribeUrl: null }

const kinds = mailKinds()

/** Every text in a sample, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

/** Subject and inbox line stand beside the email; kinds, targets and pictures are no text. */
const campaignUnread = [
  samples.campaign.subject,
  samples.campaign.preheader,
  ...['heading', 'picture', 'paragraph', 'button', 'allocation', 'bottle-malbec-2022'],
  'A bottle of Malbec',
]

/** Props of a template that it does not show as they are, by kind. */
const unread: Partial<Record<MailKind, readonly string[]>> = {
  'release-notice': ['sold-out', ...samples['release-notice'].wines.map(({ title }) => title)],
  'release-ships-later': [samples['release-ships-later'].shipsFrom],
  'operations-alert': ['raised', 'emails-overdue', samples['operations-alert'].sinceAt],
  'licence-expiring': ['OH', 'business', samples['licence-expiring'].until],
  join: [samples.join.email],
  'order-confirmation': [
    samples['order-confirmation'].email,
    samples['order-confirmation'].createdAt,
    'ground',
    'offering',
  ],
  'request-granted': [samples['request-granted'].untilAt],
  'grant-expiring': [samples['grant-expiring'].untilAt],
  'waiting-line-closed': [samples['waiting-line-closed'].closedAt, 'enough', 'few'],
  'purchase-link': [samples['purchase-link'].expiresAt],
  'accounts-merged': [samples['accounts-merged'].undoUntil],
  campaign: campaignUnread,
  'campaign-test': campaignUnread,
  'email-change-waiting': [samples['email-change-waiting'].takesEffectAt],
  'order-notice': [
    samples['order-notice'].createdAt,
    samples['order-notice'].lines[0]!.description,
    'ground',
    'offering',
  ],
  'order-refunded': [samples['order-refunded'].name],
  'erasure-confirmed': [samples['erasure-confirmed'].through!],
  'offer-refused': [samples['offer-refused'].name],
}

describe.each(kinds)('the email %s', (kind) => {
  const email = renderEmail(kind, samples[kind], frame)

  test('is small, whole, and loads no picture, script or style from elsewhere', () => {
    expect(Buffer.byteLength(email.html)).toBeLessThan(60_000)
    const size = email.images.reduce((sum, { content }) => sum + content.byteLength, 0)
    expect(size).toBeLessThan(60_000)
    expect(email.html).toMatch(/^<!doctype html>.*<\/html>$/s)
    expect(email.html).not.toMatch(/<(script|link|iframe|form|svg|video)\b|url\(|@import/i)
    const pictures = [...email.html.matchAll(/<img src="([^"]*)" alt="[^"]*"/g)]
    expect(pictures.length).toBe(email.html.match(/<img\b/g)?.length)
    expect(new Set(pictures.map(([, source]) => source))).toEqual(
      new Set(email.images.map(({ cid }) => `cid:${cid}`)),
    )
  })

  test('begins with the wordmark, which is read where pictures are blocked', () => {
    expect(email.html).toMatch(/<img src="cid:wordmark@[^>]* alt="KOHUE"/)
  })

  test('uses only markup that every mail client supports', () => {
    expect(email.html).not.toMatch(/display:\s*(flex|grid)|position:|<(section|article|main)\b/)
    const tables = email.html.match(/<table\b[^>]*>/g) ?? []
    expect(tables.length).toBeGreaterThan(2)
    for (const table of tables) expect(table).toContain('role="presentation"')
  })

  test('has all of its text in the plain-text part', () => {
    const texts = textsIn(samples[kind]).filter((text) => !unread[kind]?.includes(text))
    for (const text of texts) expect(email.text).toContain(text)
    expect(email.text).not.toMatch(/[<>]|undefined|\[object|\n{3,}/)
  })

  test('has a subject on one line', () => {
    expect(email.subject).toMatch(/^\S.{5,70}\S$/u)
  })

  test('says in its subject when nothing is sold', () => {
    const site = { ...testEmailSite, isRehearsal: true }
    const rehearsed = renderEmail(kind, samples[kind], { ...frame, site })
    expect(rehearsed.subject).toBe(`Rehearsal: nothing is sold. ${email.subject}`)
  })

  test('has dark colors too', () => {
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(email.html).toContain('@media (prefers-color-scheme:dark)')
  })
})

describe('emails', () => {
  test('to the business are in Spanish and answered to the person they are about', () => {
    for (const kind of ['interested', 'wildcard', 'order-notice'] as const) {
      const email = renderEmail(kind, samples[kind], frame)
      expect(email.html).toContain('<html lang="es">')
      expect(email.replyTo).toBe('ana@customer.example')
    }
    const notice = renderEmail('release-notice', samples['release-notice'], frame)
    expect(notice.html).toContain('<html lang="es">')
    expect(notice.replyTo).toBe(testEmailSite.email)
  })

  test('to the business name the person in the subject', () => {
    const subjects = (['interested', 'wildcard', 'order-notice'] as const).map(
      (kind) => renderEmail(kind, samples[kind], frame).subject,
    )
    expect(subjects).toEqual([
      'Quiere adquirir 2021 Malbec: Ana Ruiz',
      'Hizo clic en Wine Club Membership: Ana Ruiz',
      'Nuevo pedido K-1042: Ana María Ruiz',
    ])
    const nameless = { ...samples.wildcard, firstName: '', lastName: '' }
    expect(renderEmail('wildcard', nameless, frame).subject).toBe(
      'Hizo clic en Wine Club Membership: ana@customer.example',
    )
    for (const kind of ['interested', 'wildcard'] as const) {
      const props = { ...samples[kind], firstName: '', lastName: '' }
      const { html } = renderEmail(kind, props, frame)
      expect(html).not.toContain('Nombre')
      expect(html).toContain('Correo')
    }
  })

  test('to the business have no English in them', () => {
    const english = /\b(the|this|and|of|with|please|shipping|order|member|bottles?|tax|by)\b/i
    const { text } = renderEmail('order-notice', samples['order-notice'], frame)
    expect(text).toContain('2 × 2022 Malbec, 3 botellas de 750 ml')
    expect(text).toContain('Envío terrestre')
    const { subscribe, unsubscribe, club } = businessEmails
    const written = [subscribe, unsubscribe, club].map((one) => one.text)
    const disputed = (['needs-response', 'inquiry'] as const).flatMap((state) =>
      [false, true].map((sendsEvidence) =>
        disputeEmail.text({ state, reason: 'product_not_received' }, '2026-12-01', sendsEvidence),
      ),
    )
    for (const one of [text, ...written, ...disputed]) {
      expect(one.replace('The Andes Society', '')).not.toMatch(english)
    }
  })

  test('to people greet them by their first name', () => {
    const { text } = renderEmail('order-confirmation', samples['order-confirmation'], frame)
    expect(text).toContain('Dear Ana,\n')
  })

  test('of an order show the bottle of each wine', () => {
    const order = samples['order-confirmation']
    const { images } = renderEmail('order-confirmation', order, frame)
    expect(images.map(({ filename }) => filename)).toContain('bottle-malbec-2022.png')
    const lines = [{ description: 'Another wine', quantity: 1, unitPriceCents: 100 }]
    const other = renderEmail('order-confirmation', { ...order, lines }, frame)
    expect(other.images.map(({ filename }) => filename)).toEqual([
      'wordmark.png',
      'skyline.png',
      'bottle-kohue.png',
    ])
  })

  test('to people are answered to the shop', () => {
    expect(renderEmail('register', samples.register, frame).replyTo).toBe(testEmailSite.email)
  })

  test('say below why they come, where they can be left, and who is behind them', () => {
    const below = (change: Partial<EmailFrame>) => {
      const { text } = renderEmail('join', samples.join, { ...frame, ...change })
      return text.slice(text.indexOf('Kohue, wines of')).split('\n').filter(Boolean)
    }
    const unsubscribeUrl = 'https://shop.example/u'
    const kohue = ['Kohue, wines of Paraje Altamira, Uco Valley, Mendoza']
    const contact = ['hello@kohue.example', '+1 (305) 555-0142']
    const place = 'Ruta 92, Paraje Altamira, Mendoza'
    const adults = 'For adults 21 and older.'
    const leave = 'Unsubscribe: https://shop.example/u'
    const why = 'You are receiving this email because you'
    expect(below({})).toEqual([...kohue, ...contact, place, adults])
    expect(below({ site: { ...testEmailSite, postalAddress: null } })).toEqual([
      ...[...kohue, ...contact, adults],
    ])
    expect(below({ unsubscribeUrl })).toContain(`${why} joined our mailing list. ${leave}`)
    expect(below({ unsubscribeUrl, isByAccount: true })).toContain(
      `${why} chose emails in your account. ${leave}`,
    )
    expect(below({ personalDataUrl: 'https://shop.example/d' })).toContain(
      'What we keep about you: https://shop.example/d',
    )
  })

  test('to the list have an unsubscribe link, and no other does', () => {
    const unsubscribeUrl = testEmailSite.unsubscribeUrl('a-token')
    for (const kind of kinds) {
      const { html, text } = renderEmail(kind, samples[kind], {
        ...frame,
        unsubscribeUrl: kind === 'join' ? unsubscribeUrl : null,
      })
      expect(html.includes('Unsubscribe')).toBe(kind === 'join')
      expect(text.includes(unsubscribeUrl)).toBe(kind === 'join')
    }
  })

  test('add up: lines, shipping, tax and total in columns of dollars', () => {
    const { text } = renderEmail('order-confirmation', samples['order-confirmation'], frame)
    expect(text).toContain('2 × 2022 Malbec, 3 bottles of 750ml  $900.00\n')
    expect(text).toContain('Total  $1,015.25\n')
    expect(text).toContain('Miami, FL 33137')
  })

  test('of an order say when it ships: as its release does, else as the policy', () => {
    const textOf = (shipsFrom: string | null) =>
      renderEmail('order-confirmation', { ...samples['order-confirmation'], shipsFrom }, frame).text
    expect(textOf(null)).toContain('Shipments begin in November. An adult')
    expect(textOf('2026-12-13')).toContain('Ships from December 13, 2026. An adult')
    expect(textOf('2026-12-13')).not.toContain('begin in November')
  })

  test('of a pickup have no address and no signature, but what to bring', () => {
    const pickup = { ...samples['order-confirmation'], shippingMethod: 'pickup' } as const
    for (const shipTo of [null, pickup.shipTo, { ...pickup.shipTo!, address: '', city: '' }]) {
      const { text } = renderEmail('order-confirmation', { ...pickup, shipTo }, frame)
      expect(text).toContain('We will write to arrange the place and time')
      expect(text).toContain('Please bring a photo ID')
      expect(text).not.toMatch(/^To\b|Miami|sign for|Shipments/m)
      const notice = renderEmail('order-notice', { ...pickup, shipTo }, frame).text
      expect(notice).toContain('Retiro en el local')
      expect(notice).not.toMatch(/Dirección|Miami/)
    }
  })

  test('refuse props that do not fit their kind', () => {
    expect(() => renderEmail('password-recovery', { firstName: 'Ana' }, frame)).toThrow()
    const link = 'javascript:alert(1)'
    const props = { ...samples['password-recovery'], link }
    expect(() => renderEmail('password-recovery', props, frame)).toThrow()
  })

  test('escape what people typed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hostile = `<script>${text}</script><a href="//evil">`
        const props = { ...samples.wildcard, subject: hostile, text: hostile, firstName: hostile }
        const { html, subject } = renderEmail('wildcard', props, frame)
        expect(html).toContain('&lt;script&gt;')
        expect(subject).toMatch(/\S/)
        expect(html).not.toMatch(/<script|<a href="\/\/evil/)
        // oxlint-disable-next-line no-control-regex
        expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      }),
    )
  })
})

describe('a campaign whose words are an attack', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    'javascript:alert(1)',
    '</style><style>*{background:url(https://evil.example)}',
    '\u202Egnp.exe',
    'e\u0301'.repeat(700),
  ]

  test.each(attacks)('shows %j as it was typed', (text) => {
    const blocks = [
      { kind: 'heading' as const, text: text.slice(0, 80) },
      { kind: 'paragraph' as const, text },
      { kind: 'picture' as const, picture: 'bottle-malbec-2022' as const, alt: text.slice(0, 140) },
      { kind: 'button' as const, text: text.slice(0, 60), target: 'shop' as const },
    ]
    const email = renderEmail('campaign', { ...samples.campaign, blocks }, frame)
    expect(email.html).not.toMatch(/<script|<img src=x|<style>\*|href="javascript:/i)
    expect(email.html.match(/<style\b/g)).toHaveLength(
      renderEmail('campaign', samples.campaign, frame).html.match(/<style\b/g)!.length,
    )
    expect(email.text).toContain(text)
  })

  test('adds no header by a name with line breaks', () => {
    const content = { subject: 'For {first name}', preheader: '', blocks: [] }
    const { subject } = contentFor(content, { 'first name': 'Ana\r\nBcc: all@evil.example' })
    const email = renderEmail('campaign', { ...samples.campaign, subject }, frame)
    expect(email.subject).toBe('For friend')
    expect(email.subject).not.toMatch(/[\r\n]/)
  })
})

test('no email greets by a link or a merge tag, or has one in its subject', () => {
  const toBusiness: readonly MailKind[] = ['interested', 'wildcard', 'order-notice']
  for (const kind of kinds) {
    for (const name of ['https://evil.example/win', 'win.evil.example', '{FNAME}']) {
      const sample = samples[kind] as Record<string, unknown>
      const isNamed = 'firstName' in sample || kind.startsWith('order-') || kind === 'offer-refused'
      if (!isNamed) continue
      const names = { firstName: name, lastName: name, ...('name' in sample && { name }) }
      const isPasskey = kind.startsWith('passkey-')
      const props = { ...sample, ...names, ...(isPasskey && { name: sample['name'] }) }
      const email = renderEmail(kind, props, { ...frame, unsubscribeUrl: 'https://shop.example/u' })
      expect(email.subject).toMatch(/\S/)
      expect(email.text.length).toBeGreaterThan(20)
      expect(email.subject).not.toContain(name)
      expect(`${email.fields.firstname} ${email.fields.lastname}`).not.toContain(name)
      if (!toBusiness.includes(kind)) expect(email.text).not.toContain(name)
    }
  }
})

test('emails that anybody can cause are limited by the address', () => {
  const limited = kinds.filter((kind) => mailRule(kind).limit === 'per-address')
  expect(limited.toSorted()).toEqual([
    'confirm-subscription',
    'email-change-approve',
    'email-change-confirm',
    'email-change-waiting',
    'email-changed',
    'email-confirm',
    'join',
    'login-link',
    'password-changed',
    'password-recovery',
    'personal-data-link',
    'purchase-link',
    'register',
    'rejoin',
    'second-factor-locked',
  ])
})
