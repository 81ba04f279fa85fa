import { describe, expect, test } from 'vitest'

import { workingDaysBetween } from '#requests/request.rules.ts'

import { lastOverdueDay, taskKinds, taskKindsFor, urgencyOf } from './tasks.rules.ts'

describe('tasks', () => {
  test('staff see the tasks of their duties, an owner all, a customer none', () => {
    expect(taskKindsFor({ role: 'staff', duties: ['emails'] })).toEqual(['email-failed'])
    expect(taskKindsFor({ role: 'staff', duties: ['owner'] })).toEqual(taskKinds)
    expect(taskKindsFor({ role: 'member', duties: ['owner'] })).toEqual([])
  })

  test.each(['2026-11-20', '2026-11-22', '2026-11-23', '2026-11-25'])(
    'a request is overdue on %s after five working days',
    (today) => {
      const day = lastOverdueDay(today)
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      expect(workingDaysBetween(day, today)).toBeGreaterThan(5)
      expect(workingDaysBetween(next, today)).toBe(5)
    },
  )

  test('urgency follows from the deadline', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const due = (text: string) => urgencyOf({ due: new Date(text) }, now)
    expect(due('2026-11-20T11:59:00Z')).toBe('overdue')
    expect(due('2026-11-21T11:00:00Z')).toBe('today')
    expect(due('2026-11-25T11:00:00Z')).toBe('open')
    expect(urgencyOf({ due: null }, now)).toBe('open')
  })
})
