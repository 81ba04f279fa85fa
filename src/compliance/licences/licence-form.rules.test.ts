import { expect, test } from 'vitest'

import { checkLicence, columnsOfLicence, fieldsOfLicence } from './licence-form.rules.ts'

const states = ['OH', 'TX']
const typed = {
  ...{ holder: 'business', state: 'OH', kind: 'S-2 permit', number: '4471120' },
  ...{
    from: '2026-06-01',
    until: '2027-05-31',
    reportsEvery: '',
    reportsDueDay: '',
    coveredBy: '',
  },
}
const errorsOf = (change: object) => {
  const checked = checkLicence({ ...typed, ...change }, states)
  return checked.ok ? {} : checked.errors
}

test('what is right is taken without spaces around it', () => {
  const spaced = { ...typed, kind: '  S-2   permit ', reportsEvery: 'quarter', reportsDueDay: '07' }
  const checked = checkLicence(spaced, states)
  expect(checked).toEqual({
    ok: true,
    fields: { ...typed, reportsEvery: 'quarter', reportsDueDay: '7' },
  })
})

test.each([
  [{ holder: '' }, { holder: 'Please choose who holds it.' }],
  [{ holder: 'carrier' }, { holder: 'Please choose who holds it.' }],
  [{ state: 'UT' }, { state: 'Please choose a state that wine is shipped to.' }],
  [{ kind: ' ' }, { kind: 'Please say what kind of license it is.' }],
  [{ kind: 'x'.repeat(81) }, { kind: 'At most 80 characters, please.' }],
  [{ number: '' }, { number: 'Please type its number.' }],
  [{ number: '1'.repeat(61) }, { number: 'At most 60 characters, please.' }],
  [{ from: '' }, { from: 'Please choose a day.' }],
  [{ from: '2026-02-30' }, { from: 'This is not a day.' }],
  [{ until: 'soon' }, { until: 'This is not a day.' }],
  [{ until: '2026-05-31' }, { until: 'Its last day is before its first day.' }],
  [{ until: '2026-06-01' }, {}],
  [{ reportsEvery: 'month' }, { reportsDueDay: 'A day of the month from 1 to 31, please.' }],
  [
    { reportsEvery: 'month', reportsDueDay: '0' },
    { reportsDueDay: 'A day of the month from 1 to 31, please.' },
  ],
  [
    { reportsEvery: 'month', reportsDueDay: '32' },
    { reportsDueDay: 'A day of the month from 1 to 31, please.' },
  ],
  [{ reportsEvery: 'month', reportsDueDay: '31' }, {}],
  [
    { reportsEvery: 'week', reportsDueDay: '1' },
    { reportsEvery: 'Please choose how often, or leave the day empty.' },
  ],
  [{ reportsDueDay: '20' }, { reportsEvery: 'Please choose how often, or leave the day empty.' }],
  [{ coveredBy: 'x'.repeat(301) }, { coveredBy: 'At most 300 characters, please.' }],
])('%o is answered with %o', (change, errors) => {
  expect(errorsOf(change)).toEqual(errors)
})

test('the form shows the columns as they were typed', () => {
  const reports = { ...typed, reportsEvery: 'half-year', reportsDueDay: '15' }
  expect(columnsOfLicence(typed)).toMatchObject({ reportsEvery: null, reportsDueDay: null })
  expect(columnsOfLicence(reports)).toMatchObject({ reportsEvery: 'half-year', reportsDueDay: 15 })
  expect(fieldsOfLicence(columnsOfLicence(typed))).toEqual(typed)
  expect(fieldsOfLicence(columnsOfLicence(reports))).toEqual(reports)
})
