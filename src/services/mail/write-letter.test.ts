import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { MailKind } from '#domain/mail.ts'
import { mailSchemas } from '#domain/mail.ts'
import { testHouse } from '#tests/harness/post-office.ts'

import type { LetterFrame } from './letter-house.ts'
import { samples } from './samples.ts'
import { writeLetter } from './write-letter.ts'

const kinds = Object.keys(mailSchemas) as MailKind[]
const frame: LetterFrame = { house: testHouse, unsubscribeUrl: null }

/** Every text that a sample hands to its template, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

/** Given to templates and not meant to be read as they stand, by kind. */
const unread: Partial<Record<MailKind, readonly string[]>> = {
  join: [samples.join.email],
  'order-confirmation': [
    samples['order-confirmation'].email,
    samples['order-confirmation'].createdAt,
    'ground',
    'offering',
  ],
  'order-notice': [samples['order-notice'].createdAt, 'ground', 'offering'],
}

describe.each(kinds)('the letter %s', (kind) => {
  const letter = writeLetter(kind, samples[kind], frame)

  test('is small, whole, and needs no picture, script or style from elsewhere', () => {
    expect(Buffer.byteLength(letter.html)).toBeLessThan(60_000)
    expect(letter.html).toMatch(/^<!doctype html>.*<\/html>$/s)
    expect(letter.html).not.toMatch(/<(img|script|link|iframe|form|svg|video)\b|url\(|@import/i)
  })

  test('is laid out with what every mail client knows', () => {
    expect(letter.html).not.toMatch(/display:\s*(flex|grid)|position:|<(section|article|main)\b/)
    const tables = letter.html.match(/<table\b[^>]*>/g) ?? []
    expect(tables.length).toBeGreaterThan(2)
    for (const table of tables) expect(table).toContain('role="presentation"')
  })

  test('says in plain text all that it says', () => {
    const texts = textsIn(samples[kind]).filter((text) => !unread[kind]?.includes(text))
    for (const text of texts) expect(letter.text).toContain(text)
    expect(letter.text).not.toMatch(/[<>]|undefined|\[object|\n{3,}/)
  })

  test('has a subject of its own, on one line', () => {
    expect(letter.subject).toMatch(/^\S.{5,70}\S$/u)
  })

  test('follows the light of its reader', () => {
    expect(letter.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(letter.html).toContain('@media (prefers-color-scheme:dark)')
  })
})

describe('letters', () => {
  test('to the business are in Spanish and answered to whom they are about', () => {
    for (const kind of ['interested', 'wildcard', 'order-notice'] as const) {
      const letter = writeLetter(kind, samples[kind], frame)
      expect(letter.html).toContain('<html lang="es">')
      expect(letter.replyTo).toBe('ana@customer.example')
    }
  })

  test('to people are answered to the house', () => {
    expect(writeLetter('register', samples.register, frame).replyTo).toBe(testHouse.email)
  })

  test('to the list show the way off it, and no other does', () => {
    const unsubscribeUrl = testHouse.unsubscribeUrl('a-token')
    for (const kind of kinds) {
      const { html, text } = writeLetter(kind, samples[kind], {
        ...frame,
        unsubscribeUrl: kind === 'join' ? unsubscribeUrl : null,
      })
      expect(html.includes('Unsubscribe')).toBe(kind === 'join')
      expect(text.includes(unsubscribeUrl)).toBe(kind === 'join')
    }
  })

  test('add up: lines, shipping, tax and total in columns of dollars', () => {
    const { text } = writeLetter('order-confirmation', samples['order-confirmation'], frame)
    expect(text).toContain('2 × 2022 Malbec, 3 bottles of 750ml  $900.00\n')
    expect(text).toContain('Total  $1,015.25\n')
    expect(text).toContain('Miami, FL 33137')
  })

  test('refuse props that are not of their kind', () => {
    expect(() => writeLetter('password-recovery', { firstName: 'Ana' }, frame)).toThrow()
    const link = 'javascript:alert(1)'
    const props = { ...samples['password-recovery'], link }
    expect(() => writeLetter('password-recovery', props, frame)).toThrow()
  })

  test('show what people wrote as words, whatever they wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hostile = `<script>${text}</script><a href="//evil">`
        const props = { ...samples.wildcard, subject: hostile, text: hostile, firstName: hostile }
        const { html, subject } = writeLetter('wildcard', props, frame)
        expect(html).not.toMatch(/<script|<a href="\/\/evil/)
        // oxlint-disable-next-line no-control-regex
        expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      }),
    )
  })
})
