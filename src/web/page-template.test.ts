import { gunzipSync } from 'node:zlib'

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { ownWords } from './own-words.ts'
import type { Own } from './page-template.ts'
import { pageTemplate } from './page-template.ts'

const nasty = `</script><b a="1" b='2'>& \\ \n \u2028 $& $1 Ñandú 🍇`
const handOver = 'window.__reactRouterContext.streamController.enqueue('

const first = { nonce: 'f1'.repeat(16), id: 'e1'.repeat(8) }
const second = { nonce: 'f2'.repeat(16), id: 'e2'.repeat(8) }

/** Somebody's request, with these words behind its holes, and the page rendered with the holes. */
function asked<T>(texts: T, facts = first): { own: Own; holes: T } {
  const own = ownWords(true)
  return { holes: own.of(texts), own: { ...facts, own } }
}

/** The page as it is sent, in both of its forms. */
function sent(html: string, own: Own, rendered = first): string {
  const page = pageTemplate(html, rendered)
  const text = page.text(own)
  expect(gunzipSync(page.gzip(own)).toString()).toBe(text)
  return text
}

/** What a script in a page gives to the router, read as the browser reads it. */
const handed = (script: string): unknown => {
  const text = script.slice(script.indexOf(handOver) + handOver.length, script.lastIndexOf(')'))
  return JSON.parse(JSON.parse(text) as string)
}

/** The router's own way of writing. */
const written = (data: unknown): string => `${handOver}${JSON.stringify(JSON.stringify(data))})`

describe('a rendered page', () => {
  test('has somebody’s words as React would have written them', () => {
    const { own, holes } = asked(nasty)
    const page = (word: string) =>
      renderToStaticMarkup(createElement('p', { title: word }, 'Hello, ', word))
    expect(page(holes)).not.toContain('Ñandú')
    expect(sent(page(holes), own)).toBe(page(nasty))
  })

  test('gives the browser’s script the words as they are, and they end no script', () => {
    const { own, holes } = asked({ name: nasty, before: 'before' })
    const script = written({ name: holes.name, state: 'active' })
    const filled = sent(`<p>${holes.before}</p>${script}`, own)
    expect(handed(filled)).toEqual({ name: nasty, state: 'active' })
    expect(filled.slice(filled.indexOf(handOver))).not.toMatch(/[<>&\u2028]/)
  })

  test('is told to another in their words', () => {
    const ana = asked({ first: 'Ana', last: 'Castro' })
    const eva = asked({ first: 'Eva', last: 'Ortega' }, second)
    const html = `<p>${ana.holes.last}, ${ana.holes.first}</p>`
    expect(sent(html, ana.own)).toBe('<p>Castro, Ana</p>')
    expect(sent(html, eva.own)).toBe('<p>Ortega, Eva</p>')
  })

  test('has the nonce and the id of whom it is sent to', () => {
    const html = ({ nonce, id }: typeof first) =>
      `<script nonce="${nonce}">1</script>${id}<script nonce="${nonce}">2</script>`
    expect(sent(html(first), asked('', second).own)).toBe(html(second))
  })

  test('asks for its style sheets and scripts without a nonce, which they need not', () => {
    const link = (nonce: string) =>
      `<link rel="stylesheet" href="/a.css"${nonce}><link rel="modulepreload"${nonce} href="/a.js">`
    const html = link(` nonce="${first.nonce}"`)
    expect(sent(html, asked('').own)).toBe(link(''))
  })

  test('without anything of anybody’s own is the same for all', () => {
    expect(sent('<p>Paraje Altamira</p>', asked('').own)).toBe('<p>Paraje Altamira</p>')
  })
})
