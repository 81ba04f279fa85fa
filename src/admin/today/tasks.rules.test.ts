import { describe, expect, test } from 'vitest'

import '#app/modules.server.ts'
import { taskKinds, taskKindsFor } from '#platform/tasks/tasks.server.ts'

import { urgencyOf } from './tasks.rules.ts'

describe('tasks', () => {
  test('staff see the tasks of their duties, an owner all, a customer none', () => {
    expect(taskKindsFor({ role: 'staff', duties: ['emails'] })).toEqual([
      'email-failed',
      'campaign-not-begun',
      'campaign-paused',
    ])
    expect(taskKindsFor({ role: 'staff', duties: ['owner'] })).toEqual(taskKinds())
    expect(taskKindsFor({ role: 'member', duties: ['owner'] })).toEqual([])
  })

  test('urgency follows from the deadline', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const due = (text: string) => urgencyOf({ due: new Date(text) }, now)
    expect(due('2026-11-20T11:59:00Z')).toBe('overdue')
    expect(due('2026-11-21T11:00:00Z')).toBe('today')
    expect(due('2026-11-25T11:00:00Z')).toBe('open')
    expect(urgencyOf({ due: null }, now)).toBe('open')
  })
})
