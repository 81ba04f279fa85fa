import { describe, expect, test } from 'vitest'

import { workingDaysBetween } from './request.rules.ts'
import { lastOverdueDay } from './tasks.server.ts'

describe('tasks', () => {
  test.each(['2026-11-20', '2026-11-22', '2026-11-23', '2026-11-25'])(
    'a request is overdue on %s after five working days',
    (today) => {
      const day = lastOverdueDay(today)
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      expect(workingDaysBetween(day, today)).toBeGreaterThan(5)
      expect(workingDaysBetween(next, today)).toBe(5)
    },
  )
})
