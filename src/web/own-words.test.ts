import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { ownWords } from './own-words.ts'

const nasty = `</script><b a="1" b='2'>& \\ \n \u2028 $& $1 Ñandú 🍇`
const handOver = 'window.__reactRouterContext.streamController.enqueue('

/** What a script in a page gives to the router, read as the browser reads it. */
const handed = (script: string): unknown => {
  const text = script.slice(script.indexOf(handOver) + handOver.length, script.lastIndexOf(')'))
  return JSON.parse(JSON.parse(text) as string)
}

/** The router's own way of writing. */
const written = (data: unknown): string => `${handOver}${JSON.stringify(JSON.stringify(data))})`

describe('words of one person in a page', () => {
  test('are holes while it is rendered, and come back as React would have written them', () => {
    const own = ownWords(true)
    const page = (word: string) =>
      renderToStaticMarkup(createElement('p', { title: word }, 'Hello, ', word))
    const rendered = page(own.of(nasty))
    expect(rendered).not.toContain('Ñandú')
    expect(own.fill(rendered)).toBe(page(nasty))
  })

  test('reach the browser’s script as they are, and end no script', () => {
    const own = ownWords(true)
    const script = written({ name: own.of(nasty), state: 'active' })
    const filled = own.fill(`<p>${own.of('before')}</p>${script}`)
    expect(handed(filled)).toEqual({ name: nasty, state: 'active' })
    expect(filled.slice(filled.indexOf(handOver))).not.toMatch(/[<>&\u2028]/)
  })

  test('may lie within each other’s data; what is no text, and what is blank, stays as it is', () => {
    const data = {
      name: 'Ana',
      lines: ['1 Main St', ''],
      born: null,
      isIn: true,
      level: 2,
      no: ' ',
    }
    const own = ownWords(true)
    const holes = own.of(data)
    expect(holes).toMatchObject({ born: null, isIn: true, level: 2, no: ' ' })
    expect(holes.lines[1]).toBe('')
    expect(own.fill(JSON.stringify(holes))).toBe(JSON.stringify(data))
    expect(JSON.stringify(holes)).not.toMatch(/Ana|Main/)
  })

  test('make the same holes for everybody, so that one page serves all', () => {
    const [ana, eva] = [ownWords(true), ownWords(true)]
    const page = ana.of({ first: 'Ana', last: 'Castro' })
    expect(eva.of({ first: 'Eva', last: 'Ortega' })).toEqual(page)
    expect(eva.fill(`${page.first} ${page.last}`)).toBe('Eva Ortega')
    expect(ana.fill(`${page.last}, ${page.first}`)).toBe('Castro, Ana')
  })

  test('are words from the start where nothing is rendered', () => {
    const own = ownWords(false)
    expect(own.of({ name: nasty })).toEqual({ name: nasty })
    expect(own.fill('as it is')).toBe('as it is')
  })
})
