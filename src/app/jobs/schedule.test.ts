import { expect, test } from 'vitest'

import { jobs, schedule } from './schedule.ts'

test('a job runs at its time, and those of one queue one after another', () => {
  expect(schedule).toContainEqual({
    task: 'free-stuck-jobs',
    match: '* * * * *',
    options: { queueName: undefined },
  })
  expect(schedule).toContainEqual({
    task: 'poll-carriers',
    match: '* * * * *',
    options: { queueName: 'carriers' },
  })
})

test('a job that runs by itself has the name of its own', () => {
  expect(schedule.every(({ task }) => Object.hasOwn(jobs, task))).toBe(true)
})
