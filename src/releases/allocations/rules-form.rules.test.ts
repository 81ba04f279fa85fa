import { describe, expect, test } from 'vitest'

import {
  checkRules,
  emptyRule,
  readRules,
  typedRules,
  unitsByPlace,
  unitsOfWines,
} from './rules-form.rules.ts'

const wave = '11111111-1111-4111-8111-111111111111'
const rule = { ...emptyRule, condition: 'everyone', waveId: wave, units: { tannat: '2' } }

describe('the posted rows', () => {
  test('are ordered by their numbers; a row without a condition is left out', () => {
    const form = new FormData()
    for (const [index, [place, condition]] of [
      ['', 'bought'],
      ['first', 'spent'],
      ['2', ' everyone '],
      ['1', 'club-12'],
      ['3', ''],
    ].entries()) {
      form.set(`rules.${index}.place`, place!)
      form.set(`rules.${index}.condition`, condition!)
      form.set(`rules.${index}.units.tannat`, '3')
    }
    form.set('rules.11.condition', 'club-6')
    form.set('rules.12.condition', 'confirmed')
    const read = readRules(form, ['tannat'])
    expect(read.map(({ place, condition }) => [place, condition])).toEqual([
      ['1', 'club-12'],
      ['2', 'everyone'],
      ['3', 'bought'],
      ['4', 'spent'],
      ['5', 'club-6'],
    ])
    expect(read[0]!.units).toEqual({ tannat: '3' })
  })

  test('are filled from the stored rules', () => {
    const none = { atLeast: null, ofLast: null, cents: null, months: null, units: {}, waveId: wave }
    const stored = [
      { ...none, condition: 'bought', atLeast: 2, ofLast: 3, units: { tannat: 4 } },
      { ...none, condition: 'spent', cents: 150_050, months: 12 },
    ] as const
    expect(typedRules(stored)).toEqual([
      {
        ...{ place: '1', condition: 'bought', atLeast: '2', ofLast: '3' },
        ...{ dollars: '', months: '', waveId: wave, units: { tannat: '4' } },
      },
      {
        ...{ place: '2', condition: 'spent', atLeast: '', ofLast: '' },
        ...{ dollars: '1500.5', months: '12', waveId: wave, units: {} },
      },
    ])
  })
})

describe('a rule', () => {
  test('is read with the fields of its condition only', () => {
    const typed = { ...rule, condition: 'spent', dollars: '$1,500.50', months: '12', atLeast: 'x' }
    expect(checkRules([typed], [wave])).toEqual({
      ok: true,
      rules: [
        {
          condition: 'spent',
          ...{ atLeast: null, ofLast: null, cents: 150_050, months: 12 },
          units: { tannat: 2 },
          waveId: wave,
        },
      ],
    })
  })

  test.each([
    [{ condition: 'bald' }, 'rules.0.condition', 'not-offered'],
    [{ condition: 'bought', atLeast: '3', ofLast: '2' }, 'rules.0.atLeast', 'more-than-last'],
    [{ condition: 'bought', atLeast: '0', ofLast: '2' }, 'rules.0.atLeast', 'not-a-count'],
    [{ condition: 'spent', dollars: 'much', months: '6' }, 'rules.0.dollars', 'not-dollars'],
    [{ condition: 'spent', dollars: '9', months: '999' }, 'rules.0.months', 'not-months'],
    [{ units: { tannat: '100' } }, 'rules.0.units.tannat', 'not-units'],
    [{ units: { tannat: '-1' } }, 'rules.0.units.tannat', 'not-units'],
    [{ waveId: 'another' }, 'rules.0.waveId', 'no-wave'],
    [{ condition: 'bought', atLeast: '3', ofLast: '0' }, 'rules.0.ofLast', 'not-a-count'],
    [{ condition: 'bought', atLeast: '1', ofLast: '21' }, 'rules.0.ofLast', 'not-a-count'],
    [{ condition: 'spent', dollars: '0', months: '6' }, 'rules.0.dollars', 'not-dollars'],
    [{ condition: 'spent', dollars: '1000000.01', months: '6' }, 'rules.0.dollars', 'not-dollars'],
    [{ condition: 'spent', dollars: '9', months: '121' }, 'rules.0.months', 'not-months'],
    [{ units: { tannat: '0x1' } }, 'rules.0.units.tannat', 'not-units'],
    [{ units: {} }, 'rules.0.condition', 'no-units'],
  ])('with %j is refused at its place', (change, field, problem) => {
    expect(checkRules([{ ...rule, ...change }], [wave])).toEqual({
      ok: false,
      errors: { [field]: problem },
    })
  })
})

test.each([
  [
    { condition: 'bought', atLeast: '20', ofLast: '20' },
    { atLeast: 20, ofLast: 20 },
  ],
  [
    { condition: 'bought', atLeast: '1', ofLast: '2' },
    { atLeast: 1, ofLast: 2 },
  ],
  [
    { condition: 'spent', dollars: '0.01', months: '1' },
    { cents: 1, months: 1 },
  ],
  [
    { condition: 'spent', dollars: '1,000,000', months: '120' },
    { cents: 100_000_000, months: 120 },
  ],
  [{ units: { tannat: '' } }, { units: { tannat: 0 } }],
  [{ units: { tannat: '99' } }, { units: { tannat: 99 } }],
])('a rule with %j is as much as one may have', (change, read) => {
  expect(checkRules([{ ...rule, ...change }], [wave])).toMatchObject({ ok: true, rules: [read] })
})

test('units of a position stay for later without a wine there, and give way to units of the wine', () => {
  expect(unitsByPlace({ malbec: 4 }, ['tannat', 'malbec'])).toStrictEqual({ 'place:2': 4 })
  expect(unitsOfWines({ 'place:2': 4 }, ['syrah'])).toEqual({ 'place:2': 4 })
  expect(unitsOfWines({ syrah: 2, 'place:1': 4 }, ['syrah'])).toEqual({ syrah: 2 })
})

test('a clone copies units by position, and gives them to the wines chosen for it', () => {
  const byPlace = unitsByPlace({ malbec: 4, tannat: 2, gone: 9 }, ['malbec', 'tannat'])
  const first = unitsOfWines(byPlace, ['syrah'])
  expect(first['syrah']).toBe(4)
  expect(unitsOfWines(first, ['syrah', 'bonarda'])).toEqual({ syrah: 4, bonarda: 2 })
})
