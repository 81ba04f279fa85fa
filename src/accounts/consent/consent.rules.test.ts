import { describe, expect, test } from 'vitest'

import type { ConsentFields, EmailPermissionFacts } from './consent.rules.ts'
import { carriesRefusalOver, needsProof, verdictOf, whyNotWriteTo } from './consent.rules.ts'

const listed = { hasLeft: false, byEmail: true }
const account = { subscription: null, byEmail: false, byEmailOfStaff: false }
const none: ConsentFields = { list: null, account: null }
const facts = (of: Partial<EmailPermissionFacts>): EmailPermissionFacts => ({
  latest: null,
  suppressions: [],
  fields: none,
  ...of,
})

describe('without an entry in the ledger', () => {
  test.each<[string, ConsentFields, ReturnType<typeof whyNotWriteTo>]>([
    ['nobody', none, 'never-agreed'],
    ['on the list', { list: listed, account: null }, null],
    ['left the list', { list: { ...listed, hasLeft: true }, account: null }, 'left'],
    [
      'imported without consent',
      { list: { ...listed, byEmail: false }, account: null },
      'no-consent',
    ],
    ['a buyer', { list: null, account }, 'never-agreed'],
    ['a buyer who may be emailed', { list: null, account: { ...account, byEmail: true } }, null],
    [
      'whom only staff ticked',
      { list: null, account: { ...account, byEmail: true, byEmailOfStaff: true } },
      'never-agreed',
    ],
    [
      'inactive beside by email',
      { list: null, account: { ...account, byEmail: true, subscription: 'inactive' } },
      'inactive',
    ],
    [
      'inactive, on the list',
      { list: listed, account: { ...account, subscription: 'inactive' } },
      'inactive',
    ],
    [
      'on the list, an account that is not confirmed and says no',
      { list: listed, account: { ...account, subscription: 'inactive' } },
      'inactive',
    ],
    ['on the list, a plain account', { list: listed, account }, null],
  ])('%s', (_who, fields, why) => {
    expect(whyNotWriteTo(facts({ fields }))).toBe(why)
    expect(verdictOf(fields)).toBe(why === null ? 'yes' : 'no')
  })
})

describe('with entries', () => {
  const fields = { list: listed, account: null }

  test('the latest verdict is obeyed', () => {
    expect(whyNotWriteTo(facts({ fields, latest: 'yes' }))).toBeNull()
    expect(whyNotWriteTo(facts({ fields, latest: 'no' }))).toBe('left')
  })

  test('a suppression is stronger than a yes', () => {
    expect(whyNotWriteTo(facts({ fields, latest: 'yes', suppressions: ['rejected'] }))).toBe(
      'rejected',
    )
  })

  test('fields that say no are stronger than a yes, as of a deleted record', () => {
    expect(whyNotWriteTo(facts({ latest: 'yes' }))).toBe('never-agreed')
  })
})

test('anybody may join an address that never said anything, or agreed', () => {
  expect([null, 'never-agreed'].map((why) => needsProof(why as null))).toEqual([false, false])
  for (const why of [
    'left',
    'no-consent',
    'inactive',
    'complaint',
    'rejected',
    'erased',
  ] as const) {
    expect([why, needsProof(why)]).toEqual([why, true])
  }
})

const [earlier, later] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-20T20:00:01Z')]
const no = (at: Date | null) => ({ isRefusal: true, at })
const yes = (at: Date | null) => ({ isRefusal: false, at })

test.each([
  ['a refusal after a consent', no(later), yes(earlier), true],
  ['of the same moment', no(later), yes(later), true],
  ['a refusal before a consent', no(earlier), yes(later), false],
  ['a refusal of an unknown day', no(null), yes(later), true],
  ['a refusal, and a consent of an unknown day', no(earlier), yes(null), true],
  ['two refusals', no(earlier), no(later), true],
  ['a consent', yes(later), yes(earlier), false],
  ['a consent of an unknown day', yes(null), no(earlier), false],
  ['a consent after a refusal', yes(later), no(earlier), false],
])('%s is carried over to the other address', (_what, one, other, is) => {
  expect(carriesRefusalOver(one, other)).toBe(is)
})
