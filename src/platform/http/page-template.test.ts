import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { dataScript, pageTemplate } from './page-template.ts'
import type { Placeholders } from './placeholders.ts'
import { createPlaceholders } from './placeholders.ts'

const nasty = `</script><b a="1" b='2'>& \\ \n \u2028 $& $1 Ñandú 🍇`

const first = { nonce: 'f1'.repeat(16), requestId: 'e1'.repeat(8) }
const second = { nonce: 'f2'.repeat(16), requestId: 'e2'.repeat(8) }

const request = (facts = first) => createPlaceholders(true, facts)

/** A page rendered for this request and sent as its response. */
const sent = (html: string, placeholders: Placeholders) =>
  pageTemplate(html, placeholders)(placeholders)

/** The data that the script in a page hands to the router, parsed as a browser does. */
const dataOf = (script: string): unknown => {
  const text = script.slice(script.indexOf(dataScript) + dataScript.length, script.lastIndexOf(')'))
  return JSON.parse(JSON.parse(text) as string)
}

const scriptWith = (data: unknown): string =>
  `${dataScript}${JSON.stringify(JSON.stringify(data))})`

describe('a page template', () => {
  test('escapes texts in HTML as React does', () => {
    const placeholders = request()
    const page = (name: string) =>
      renderToStaticMarkup(createElement('p', { title: name }, 'Hello, ', name))
    const rendered = page(placeholders.of(nasty))
    expect(rendered).not.toContain('Ñandú')
    expect(sent(rendered, placeholders)).toBe(page(nasty))
  })

  test('escapes texts in the data script so that they survive and can’t end it', () => {
    const placeholders = request()
    const { name, before } = placeholders.of({ name: nasty, before: 'before' })
    const script = scriptWith({ name, state: 'active' })
    const filled = sent(`<p>${before}</p>${script}`, placeholders)
    expect(dataOf(filled)).toEqual({ name: nasty, state: 'active' })
    expect(filled.slice(filled.indexOf(dataScript))).not.toMatch(/[<>&\u2028]/)
  })

  test('is filled with the texts, nonce and id of another response', () => {
    const [ana, eva] = [request(), request(second)]
    const { first: name, last } = ana.of({ first: 'Ana', last: 'Castro' })
    eva.of({ first: 'Eva', last: 'Ortega' })
    const html = (nonce: string, id: string, person: string) =>
      `<script nonce="${nonce}">1</script>${id}<p>${person}</p>`
    const template = pageTemplate(html(ana.nonce, ana.requestId, `${last}, ${name}`), ana)
    expect(template(ana)).toBe(html(first.nonce, first.requestId, 'Castro, Ana'))
    expect(template(eva)).toBe(html(second.nonce, second.requestId, 'Ortega, Eva'))
  })

  test('drops the nonce from links to style sheets and scripts, and lets scripts wait', () => {
    const placeholders = request()
    const links = (nonce: string, waiting: string) =>
      `<link rel="stylesheet" href="/a.css"${nonce}><link rel="modulepreload"${waiting} href="/a.js"${nonce}>`
    const rendered = links(` nonce="${placeholders.nonce}"`, '')
    expect(sent(rendered, placeholders)).toBe(links('', ' fetchpriority="low"'))
  })

  test.each([
    ['an unknown number', ({ mark }: Placeholders) => `${mark}-99-`],
    ['the mark of another render', () => `${request().mark}-0-`],
    ['an incomplete placeholder', ({ mark }: Placeholders) => `${mark}-0`],
  ])('leaves %s alone as text', (_what, textOf) => {
    const placeholders = request()
    const html = `<p>${textOf(placeholders)}</p>`
    expect(sent(html, placeholders)).toBe(html)
  })

  test('does not replace placeholders inside the texts it fills in', () => {
    const placeholders = request()
    const name = placeholders.of(`${placeholders.mark}-0-`)
    expect(sent(`<p>${name}</p>`, placeholders)).toBe(`<p>${placeholders.mark}-0-</p>`)
  })
})
