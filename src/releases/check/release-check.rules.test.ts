import { expect, test } from 'vitest'

import type { CheckedRelease } from './release-check.rules.ts'
import { checkLines, freeOf, isBuyerLack, redOf, yellowOf } from './release-check.rules.ts'

const now = new Date('2026-10-01T16:00:00Z')
const campaign = { id: 'c', name: 'Fall', state: 'scheduled', sendAt: now, endedAt: null } as const
const malbec = {
  ...{ id: 'malbec-2024', title: '2024 Malbec', isPriced: true, hasPicture: true, hasSheet: true },
  ...{ stock: 100, free: 90, allocated: 90 },
}
const people = {
  ...{ people: 12, withoutAddress: 0, notServed: 0, withoutBirthdate: 0, withoutEmails: 0 },
}
/** A release that nothing is wrong with. */
const ready: CheckedRelease = {
  kind: 'allocated',
  promise: 'guaranteed',
  wines: [malbec],
  people,
  isReconciled: true,
  campaign,
  isMailReachable: true,
  whyNotReady: null,
  closesAt: new Date('2026-10-01T16:00:01Z'),
}

test('a release that is ready passes all checks', () => {
  const lines = checkLines(ready, now)
  expect([redOf(lines), yellowOf(lines)]).toEqual([[], []])
  expect(lines.at(-1)).toEqual({ id: 'hours', level: 'good', count: 0, names: [] })
  const one = checkLines({ ...ready, people: { ...people, people: 1 } }, now)
  expect(yellowOf(one)).toEqual([])
  expect(lines.map(({ id }) => id)).toEqual([
    ...['wines', 'stock', 'price', 'picture', 'sheet', 'sum', 'allocations'],
    ...['address', 'state', 'birthdate', 'emails'],
    ...['campaign', 'reconciliation', 'mail', 'ready', 'hours'],
  ])
})

const wine = (more: Partial<typeof malbec> | { stock: null; free: null }) => ({
  wines: [malbec, { ...malbec, title: 'Other', ...more }],
})
const unlimited = wine({ stock: null, free: null })
const open = { kind: 'open', promise: null } as const

test.each<[string, Partial<CheckedRelease>, string, { count?: number; names?: string[] }]>([
  ['wines', { wines: [] }, 'red', {}],
  ['stock', unlimited, 'red', { count: 1, names: ['Other'] }],
  ['stock', { ...unlimited, ...open }, 'yellow', { count: 1, names: ['Other'] }],
  ['price', wine({ isPriced: false }), 'red', { count: 1, names: ['Other'] }],
  ['picture', wine({ hasPicture: false }), 'yellow', { count: 1, names: ['Other'] }],
  ['sheet', wine({ hasSheet: false }), 'yellow', { count: 1, names: ['Other'] }],
  ['sum', wine({ allocated: 91 }), 'red', { count: 1, names: ['Other: 91 of 90'] }],
  ['sum', { ...wine({ allocated: 93 }), promise: 'cap' }, 'yellow', { count: 3 }],
  ['allocations', { people: { ...people, people: 0 } }, 'yellow', { count: 0 }],
  ['address', { people: { ...people, withoutAddress: 2 } }, 'yellow', { count: 2 }],
  ['state', { people: { ...people, notServed: 3 } }, 'yellow', { count: 3 }],
  ['birthdate', { people: { ...people, withoutBirthdate: 4 } }, 'yellow', { count: 4 }],
  ['emails', { people: { ...people, withoutEmails: 5 } }, 'yellow', { count: 5 }],
  ['campaign', { campaign: null }, 'yellow', {}],
  ['campaign', { campaign: { ...campaign, state: 'draft' } }, 'yellow', {}],
  ['campaign', { campaign: { ...campaign, state: 'paused' } }, 'yellow', {}],
  ['campaign', { campaign: { ...campaign, state: 'stopped' } }, 'yellow', {}],
  ['reconciliation', { isReconciled: false }, 'yellow', {}],
  ['reconciliation', { isReconciled: null }, 'yellow', {}],
  ['mail', { isMailReachable: false }, 'yellow', {}],
  ['ready', { whyNotReady: 'database' }, 'red', { count: 1, names: ['database'] }],
  ['hours', { closesAt: now }, 'red', {}],
])('%s, given %j, is %s', (id, change, level, found) => {
  const lines = checkLines({ ...ready, ...change }, now)
  expect([...redOf(lines), ...yellowOf(lines)]).toContain(id)
  expect(lines.find((line) => line.id === id)).toMatchObject({ level, ...found })
})

test.each(['scheduled', 'sending', 'sent'] as const)('a campaign that is %s is enough', (state) => {
  const lines = checkLines({ ...ready, campaign: { ...campaign, state } }, now)
  expect(lines.find(({ id }) => id === 'campaign')).toMatchObject({
    level: 'good',
    campaign: { name: 'Fall', state },
  })
})

test('allocations are no matter of a release that is open to all, and no sum of a wine without a limit', () => {
  const ids = (change: object) => checkLines({ ...ready, ...change }, now).map(({ id }) => id)
  expect(ids(open)).toEqual([
    ...['wines', 'stock', 'price', 'picture', 'sheet'],
    ...['campaign', 'reconciliation', 'mail', 'ready', 'hours'],
  ])
  expect(redOf(checkLines({ ...ready, ...unlimited }, now))).toEqual(['stock'])
})

test('what is free leaves out what is held and sold, and of a draft what is promised to others', () => {
  const counts = { stock: 100, held: 1, sold: 20, promised: 30 }
  expect(freeOf('draft', counts)).toBe(49)
  expect(freeOf('scheduled', counts)).toBe(79)
  expect(freeOf('draft', { ...counts, stock: null })).toBeNull()
})

test('buyers may lack four things', () => {
  const asked = ['address', 'state', 'birthdate', 'emails', 'wines', '']
  expect(asked.filter(isBuyerLack)).toEqual(['address', 'state', 'birthdate', 'emails'])
})
