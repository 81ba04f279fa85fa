import { describe, expect, test } from 'vitest'

import { checkRules, emptyRule, readRules, unitsByPlace, unitsOfWines } from './rules-form.rules.ts'

const wave = '11111111-1111-4111-8111-111111111111'
const rule = { ...emptyRule, condition: 'everyone', waveId: wave, units: { tannat: '2' } }

describe('the posted rows', () => {
  test('are ordered by their numbers; a row without a condition is left out', () => {
    const form = new FormData()
    for (const [index, [place, condition]] of [
      ['2', 'everyone'],
      ['1', 'club-12'],
      ['3', ''],
    ].entries()) {
      form.set(`rules.${index}.place`, place!)
      form.set(`rules.${index}.condition`, condition!)
      form.set(`rules.${index}.units.tannat`, '3')
    }
    const read = readRules(form, ['tannat'])
    expect(read.map(({ condition }) => condition)).toEqual(['club-12', 'everyone'])
    expect(read[0]!.units).toEqual({ tannat: '3' })
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
  ])('with %j is refused at its place', (change, field, problem) => {
    expect(checkRules([{ ...rule, ...change }], [wave])).toEqual({
      ok: false,
      errors: { [field]: problem },
    })
  })
})

test('a clone copies units by position, and gives them to the wines chosen for it', () => {
  const byPlace = unitsByPlace({ malbec: 4, tannat: 2, gone: 9 }, ['malbec', 'tannat'])
  const first = unitsOfWines(byPlace, ['syrah'])
  expect(first['syrah']).toBe(4)
  expect(unitsOfWines(first, ['syrah', 'bonarda'])).toEqual({ syrah: 4, bonarda: 2 })
})
