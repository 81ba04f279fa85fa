import { describe, expect, test } from 'vitest'

import { earliestEnd, stageOfVersion, typedMl } from './state-rule.rules.ts'

describe('a typed volume', () => {
  test.each([
    ['24', 'bottles', 18_000],
    ['9,000', 'ml', 9_000],
    ['', 'ml', null],
    ['0', 'bottles', 'wrong'],
    ['0', 'ml', 'wrong'],
    ['99', 'ml', 'wrong'],
    ['100', 'ml', 100],
    ['1000000', 'ml', 1_000_000],
    ['1000001', 'ml', 'wrong'],
    ['1000000000', 'ml', 'wrong'],
    ['1334', 'bottles', 'wrong'],
    ['2.5', 'bottles', 'wrong'],
    ['-3', 'bottles', 'wrong'],
  ] as const)('%s in %s is %s', (typed, unit, ml) => {
    expect(typedMl(typed, unit)).toBe(ml)
  })
})

describe('how a version stands', () => {
  const version = { id: 'v', from: '2026-03-01', until: null, confirmedAt: new Date() }
  const on = (today: string, change: object = {}, inForce: string | null = null) =>
    stageOfVersion({ ...version, ...change }, { today, inForce })

  test('it is proposed until it is confirmed, whatever its days', () => {
    expect(on('2026-03-02', { confirmedAt: null })).toBe('proposed')
  })

  test('a confirmed one is planned, in force, below another, or over', () => {
    expect(on('2026-02-28')).toBe('planned')
    expect(on('2026-03-01', {}, 'v')).toBe('in-force')
    expect(on('2026-03-01', {}, 'suspension')).toBe('below')
    expect(on('2026-04-01', { until: '2026-04-01' })).toBe('past')
    expect(on('2026-03-31', { until: '2026-04-01' }, 'v')).toBe('in-force')
  })
})

test('what began today can end tomorrow, what began before today', () => {
  expect(earliestEnd('2026-03-01', '2026-03-01')).toBe('2026-03-02')
  expect(earliestEnd('2026-02-28', '2026-03-01')).toBe('2026-03-01')
  expect(earliestEnd('2026-12-31', '2026-03-01')).toBe('2027-01-01')
})
