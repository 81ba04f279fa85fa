import { expect, test } from 'vitest'

import type { AlarmState } from './alarms.rules.ts'
import { nextStep } from './alarms.rules.ts'

const start = Date.parse('2026-11-20T12:00:00Z')

/** The notifications by minute, for a cause whose condition holds at these minutes. */
function toldOver(minutes: number, isThere: (minute: number) => boolean, after = 0) {
  const told: string[] = []
  let state: AlarmState | null = null
  for (let minute = 0; minute <= minutes; minute++) {
    const now = new Date(start + minute * 60_000)
    const step = nextStep(state, { isThere: isThere(minute), now, after })
    state = step.state
    if (step.tell) told.push(`${minute} ${step.tell}`)
  }
  return told
}

test('a cause is notified once, again every four hours, and when it ends', () => {
  expect(toldOver(600, (minute) => minute >= 5 && minute < 500)).toEqual([
    '5 raised',
    '245 again',
    '485 again',
    '510 ended',
  ])
})

test('an intermittent cause is one alarm', () => {
  expect(toldOver(120, (minute) => minute < 60 && minute % 9 < 2)).toEqual(['0 raised', '66 ended'])
})

test('a cause that needs ten minutes is not raised earlier, and not if it ends earlier', () => {
  expect(toldOver(30, () => true, 10)).toEqual(['10 raised'])
  expect(toldOver(30, (minute) => minute % 8 !== 0, 10)).toEqual([])
})
