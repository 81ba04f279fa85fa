import { describe, expect, test } from 'vitest'

import { landingFor, safeReturnTo } from './return-to.ts'

describe('the page after logging in', () => {
  test.each(['/members', '/edit?edit=shipping', '/mono#cart', '/members?view=orders&page=2'])(
    '%s is followed',
    (wanted) => {
      expect(safeReturnTo(wanted, '/members')).toBe(wanted)
    },
  )

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    'data:text/html,x',
    'members',
    '',
    null,
    undefined,
  ])('%j is not', (wanted) => {
    const to = safeReturnTo(wanted, '/members')
    expect(new URL(to, 'https://kohue.example').origin).toBe('https://kohue.example')
    expect(to.startsWith('//')).toBe(false)
  })
})

test.each([
  ['member', undefined, '/members'],
  ['member', '/ship', '/ship'],
  ['staff', undefined, '/admin'],
  ['staff', '/members', '/admin'],
  ['staff', '/usersadmin?q=ana', '/usersadmin?q=ana'],
  ['staff', '//evil.example', '/admin'],
] as const)('a %s who wanted %s lands on %s', (role, wanted, landing) => {
  expect(landingFor(role, wanted)).toBe(landing)
})
