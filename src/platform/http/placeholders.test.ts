import { describe, expect, test } from 'vitest'

import { createPlaceholders } from './placeholders.ts'

const facts = { nonce: 'f1f1', requestId: 'e1e1' }

describe('placeholders', () => {
  test('replace texts at any depth; other values and blank texts stay', () => {
    const since = new Date(0)
    const value = { name: 'Ana', lines: ['1 Main St', ''], born: null, level: 2, no: ' ', since }
    const placeholders = createPlaceholders(true, facts)
    const replaced = placeholders.of(value)
    expect(replaced).toMatchObject({ born: null, level: 2, no: ' ', since })
    expect(replaced.lines[1]).toBe('')
    expect(placeholders.texts).toEqual(['f1f1', 'e1e1', 'Ana', '1 Main St'])
    expect(JSON.stringify(replaced)).not.toMatch(/Ana|Main/)
  })

  test('have another mark in each render', () => {
    const [ana, eva] = [createPlaceholders(true, facts), createPlaceholders(true, facts)]
    expect(ana.of('Ana')).toContain(ana.mark)
    expect(eva.mark).not.toBe(ana.mark)
  })

  test('change nothing in what is not rendered from a template', () => {
    const placeholders = createPlaceholders(false, facts)
    expect(placeholders.of({ name: 'Ana' })).toEqual({ name: 'Ana' })
    expect(placeholders).toMatchObject({ ...facts, texts: [] })
  })
})
