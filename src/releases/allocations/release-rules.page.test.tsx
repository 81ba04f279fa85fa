import { test } from 'vitest'

import { staffRelease, wineOfRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Rules from './release-rules.page.tsx'
import { emptyRule } from './rules-form.rules.ts'

type Props = Parameters<typeof Rules>[0]

const oneWine = [wineOfRelease('malbec', '2023 Malbec')]
const rule = (change: object) => ({ ...emptyRule, waveId: 'w2', units: { malbec: '5' }, ...change })
const rules = [
  rule({ place: '1', condition: 'club-12', waveId: 'w1', units: { malbec: '6', cabernet: '4' } }),
  rule({ place: '2', condition: 'bought', atLeast: '2', ofLast: '3' }),
  rule({ place: '3', condition: 'bought', atLeast: '1', ofLast: '1' }),
  rule({ place: '4', condition: 'spent', dollars: '1250.5', months: '24' }),
  rule({ place: '5', condition: 'spent', dollars: '999', months: '1' }),
  rule({ place: '6', condition: 'everyone', waveId: 'gone', units: {} }),
]

const wine = (title: string, units: number, stock: number | null) => ({
  ...{ productId: title, title, units, stock },
})
const plan = {
  ...{ people: [1, 1_234], setByHand: 1, unmatched: 2, unmatchedPeople: [] as object[] },
  wines: [wine('Over', 41, 40), wine('As much', 30, 30), wine('Uncounted', 20, null)],
}
const zoe = { id: 'u1', name: 'Zoe Paz', email: 'zoe@example.com' }

function page(typed: readonly object[], change: object = {}, shown: object | null = null) {
  const loaderData = { release: staffRelease({ wines: oneWine }), typed, canBuild: true, ...change }
  const actionData = shown && {
    shown: { typed, keepManual: true, errors: {}, mark: '', plan: null, ...shown },
  }
  return <Rules {...({ loaderData, actionData } as unknown as Props)} />
}

test('by which rules wine is allocated, and what they give', () => {
  expectParts(
    'release-rules',
    {
      'without a rule': page([]),
      'two rules': page(rules.slice(0, 2)),
      refused: page(
        rules.slice(3, 4),
        {},
        {
          keepManual: false,
          errors: { 'rules.0.months': 'not-months', 'rules.0.units.malbec': 'not-units' },
        },
      ),
      'tried: each promised case has to be there': page(
        rules.slice(0, 2),
        {},
        {
          mark: 'm1',
          plan,
        },
      ),
      'tried: a maximum, while stock lasts': page(
        [],
        { release: staffRelease({ wines: oneWine, fields: { promise: 'cap' } }) },
        {
          ...{ mark: 'm2', keepManual: false },
          plan: { ...plan, people: [], setByHand: 2, unmatched: 31, unmatchedPeople: [zoe] },
        },
      ),
      'tried: nothing set by hand': page(
        [],
        {},
        {
          mark: 'm3',
          plan: { ...plan, people: [], setByHand: 0, unmatched: 1, unmatchedPeople: [zoe] },
        },
      ),
      'ended, without a rule': page([], {
        release: staffRelease({ phase: 'closed' }),
        canBuild: false,
      }),
      fixed: page(rules, { release: staffRelease({ phase: 'open' }), canBuild: false }),
      'open to everyone': page([], { release: staffRelease({ fields: { kind: 'open' } }) }),
      'without wines': page([], { release: staffRelease({ wines: [] }) }),
    },
    { asChanges: true },
  )
})
