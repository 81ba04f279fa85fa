import { describe, expect, test } from 'vitest'

import { changesBetween, mergeEdits } from './three-way-merge.rules.ts'

const base = { name: 'Ana', city: 'Provo', note: '', wants: false }
const fields = ['name', 'city', 'note', 'wants'] as const

describe('two edits of one record', () => {
  test('what only they changed is theirs, what only you changed is yours', () => {
    const { merged, conflicts } = mergeEdits<typeof base>(fields, {
      base,
      theirs: { ...base, city: 'Reno' },
      yours: { ...base, note: 'Call first' },
    })
    expect(merged).toEqual({ ...base, city: 'Reno', note: 'Call first' })
    expect(conflicts).toEqual([
      { field: 'city', was: 'Provo', theirs: 'Reno', yours: 'Provo', isContested: false },
    ])
  })

  test('what both changed stays yours and is contested', () => {
    const { merged, conflicts } = mergeEdits<typeof base>(fields, {
      base,
      theirs: { ...base, name: 'Anna', wants: true },
      yours: { ...base, name: 'Annie', wants: true },
    })
    expect(merged).toEqual({ ...base, name: 'Annie', wants: true })
    expect(conflicts.map(({ field, isContested }) => [field, isContested])).toEqual([
      ['name', true],
      ['wants', false],
    ])
  })

  test('without a base every difference is contested', () => {
    const yours = { ...base, city: 'Reno' }
    const { merged, conflicts } = mergeEdits<typeof base>(fields, {
      base: null,
      theirs: base,
      yours,
    })
    expect(merged).toEqual(yours)
    expect(conflicts).toMatchObject([{ field: 'city', isContested: true }])
  })

  test('the same record twice has no changes', () => {
    expect(changesBetween(base, { ...base })).toBeNull()
    expect(changesBetween(base, { ...base, wants: true })).toEqual({
      before: { wants: false },
      after: { wants: true },
    })
  })
})
