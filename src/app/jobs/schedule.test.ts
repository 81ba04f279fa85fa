import { expect, test } from 'vitest'

import { jobs, schedule } from './schedule.ts'

test('a job runs at its time, after those that people wait for, twelve times at most, and those of one queue one after another', () => {
  expect(schedule).toContainEqual({
    task: 'free-stuck-jobs',
    match: '* * * * *',
    options: { queueName: undefined, priority: 1, maxAttempts: 12 },
  })
  expect(schedule).toContainEqual({
    task: 'poll-carriers',
    match: '* * * * *',
    options: { queueName: 'carriers', priority: 1, maxAttempts: 12 },
  })
  // What the job of a merge left, as its process's clock was behind or it failed too often.
  expect(schedule).toContainEqual({
    task: 'erase-deleted-users',
    match: '57 4 * * *',
    options: { queueName: undefined, priority: 1, maxAttempts: 12 },
  })
})

test('a job that runs by itself has the name of its own', () => {
  expect(schedule.every(({ task }) => Object.hasOwn(jobs, task))).toBe(true)
})
