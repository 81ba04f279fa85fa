import { expect, test } from 'vitest'

import { readZips, stateOfZip } from './dry-place.rules.ts'

test('ZIP codes stand between spaces, commas or lines, each once', () => {
  expect(readZips(' 28052, 28054\n28052;28056 ')).toEqual({
    ...{ ok: true, zips: ['28052', '28054', '28056'] },
  })
  expect(readZips('')).toEqual({ ok: true, zips: [] })
})

test.each(['2805', '28052-1234', 'abcde', '280 52'])('%s is none', (typed) => {
  expect(readZips(`28052 ${typed}`)).toMatchObject({ ok: false })
})

test('one belongs to a state that is served, or to none', () => {
  expect(stateOfZip('28052', '2026-12-01')).toBe('NC')
  expect(stateOfZip('84101', '2026-12-01')).toBeNull()
})
