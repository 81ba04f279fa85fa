import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { checkFields, email, free, least, line, unchangedIn } from './field-rules.rules.ts'

const schema = z.object({ name: line().check(least(2, 'short')), email: email() })

test('each invalid field has the message of its first broken rule, and none is saved', () => {
  expect(checkFields(schema, { name: 'A', email: '' })).toEqual({
    ok: false,
    errors: { name: 'short', email: 'This input is required' },
  })
  expect(checkFields(schema, { name: 'Ana', email: 'ana@' })).toEqual({
    ok: false,
    errors: { email: 'This is not a valid email' },
  })
  expect(checkFields(schema, { name: ' Ana ', email: 'Ana@Example.com' })).toEqual({
    ok: true,
    fields: { name: 'Ana', email: 'ana@example.com' },
  })
})

test('an unchanged field may break a rule that is newer than its record; the others may not', () => {
  const isUnchanged = (field: 'name' | 'email') => field === 'name'
  expect(checkFields(schema, { name: 'A', email: 'Ana@Example.com' }, isUnchanged)).toEqual({
    ok: true,
    fields: { name: 'A', email: 'ana@example.com' },
  })
  expect(checkFields(schema, { name: 'A', email: 'ana' }, isUnchanged)).toMatchObject({
    ok: false,
    errors: { email: 'This is not a valid email' },
  })
})

test('a field is unchanged while it is as saved, an empty one while its whole group is', () => {
  const saved = { address: '1 Main Street', city: '', phone: '' }
  const groups = [['address', 'city']] as const
  expect(unchangedIn(saved, null)('address')).toBe(false)
  const same = unchangedIn({ ...saved }, saved, groups)
  expect([same('address'), same('city'), same('phone')]).toEqual([true, true, true])
  const moved = unchangedIn({ ...saved, address: '2 Main Street' }, saved, groups)
  expect([moved('address'), moved('city'), moved('phone')]).toEqual([false, false, true])
  const inTown = unchangedIn({ ...saved, city: 'Reno' }, saved, groups)
  expect([inTown('address'), inTown('city')]).toEqual([true, false])
})

test('a free field has at most 300 characters', () => {
  const one = z.object({ note: free() })
  expect(checkFields(one, { note: 'x'.repeat(300) }).ok).toBe(true)
  expect(checkFields(one, { note: 'x'.repeat(301) })).toEqual({
    ok: false,
    errors: { note: 'No more than 300 letters' },
  })
})
