import { expect, test } from 'vitest'

import { readPeriod } from './period.rules.ts'
import { periodChoices, periodField } from './report-form.rules.ts'

const spans = (asked: string | null) =>
  periodChoices('2026-11-30', asked === null ? null : readPeriod(asked)).map(
    ({ label, options }) => [label, options.length, options[0]!.value, options.at(-1)!.value],
  )

const offered = [
  ['Months', 37, '2026-11', '2023-11'],
  ['Quarters', 13, '2026-Q4', '2023-Q4'],
  ['Half-years', 7, '2026-H2', '2023-H2'],
  ['Years', 8, '2026', '2019'],
]

test('a form offers three years of periods, and seven of whole ones before this one', () => {
  expect(spans(null)).toEqual(offered)
  expect(periodChoices('2026-11-30', null)[1]!.options[0]).toEqual({
    value: '2026-Q4',
    label: 'October to December 2026',
  })
})

test('one from further back is offered where it is asked for', () => {
  expect(spans('2023-11')).toEqual(offered)
  expect(spans('2023-10')).toEqual([['Asked for', 1, '2023-10', '2023-10'], ...offered])
})

test('a period is read as it is sent', () => {
  expect(periodField().parse('2026-Q4')).toEqual({
    ...{ every: 'quarter', from: '2026-10-01', until: '2027-01-01' },
  })
  expect(periodField().safeParse('2026-13').error?.issues[0]?.message).toBe('Choose a period.')
})
