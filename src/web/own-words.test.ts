import { describe, expect, test } from 'vitest'

import { ownWords } from './own-words.ts'

describe('words of one person', () => {
  test('are holes, also within each other’s data; what is no text, and what is blank, stays', () => {
    const data = {
      name: 'Ana',
      lines: ['1 Main St', ''],
      born: null,
      isIn: true,
      level: 2,
      no: ' ',
      since: new Date(0),
    }
    const own = ownWords(true)
    const holes = own.of(data)
    expect(holes).toMatchObject({ born: null, isIn: true, level: 2, no: ' ', since: data.since })
    expect(holes.lines[1]).toBe('')
    expect(own.words).toEqual(['Ana', '1 Main St'])
    expect(JSON.stringify(holes)).not.toMatch(/Ana|Main/)
  })

  test('make the same holes for everybody, so that one page serves all', () => {
    const [ana, eva] = [ownWords(true), ownWords(true)]
    const page = ana.of({ first: 'Ana', last: 'Castro' })
    expect(eva.of({ first: 'Eva', last: 'Ortega' })).toEqual(page)
  })

  test('are words from the start where nothing is rendered', () => {
    const own = ownWords(false)
    expect(own.of({ name: 'Ana' })).toEqual({ name: 'Ana' })
    expect(own.words).toEqual([])
  })
})
