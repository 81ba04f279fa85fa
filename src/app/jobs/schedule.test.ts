import { expect, test } from 'vitest'

import { jobs, schedule } from './schedule.ts'

/** When each job runs by itself, in UTC: written down here a second time, so that a change is noticed. */
const eachMinute = '* * * * *'
const runs = {
  'free-stuck-jobs': eachMinute,
  'create-missing-prices': eachMinute,
  'label-bottles': eachMinute,
  'settle-pending-payments': eachMinute,
  'update-shipments': eachMinute,
  'poll-carriers': eachMinute,
  'process-grants': eachMinute,
  'process-campaigns': eachMinute,
  'process-releases': eachMinute,
  'open-timed-tasks': eachMinute,
  'watch-alarms': eachMinute,
  'adopt-guest-orders': '*/10 * * * *',
  'answer-disputes': '*/10 * * * *',
  'delete-old-attempts': '20 * * * *',
  'repair-tasks': '35 * * * *',
  'clean-up-sign-in': '17 4 * * *',
  'clean-up-consents': '27 4 * * *',
  'find-duplicates': '37 4 * * *',
  'delete-old-handover-files': '30 8 * * *',
  'delete-old-emails': '40 8 * * *',
  'erase-unpaid': '50 8 * * *',
  reconcile: '10 9 * * *',
  'read-movements': '25 9 * * *',
  'remind-of-holds': '0 17 * * *',
}

test('each job runs when it is said to', () => {
  expect(Object.fromEntries(schedule.map(({ task, match }) => [task, match]))).toEqual(runs)
})

test('only one job at a time asks carriers, whose limits are for all, or makes pictures, which is slow', () => {
  const queues = schedule.filter(({ options }) => options.queueName !== undefined)
  expect(Object.fromEntries(queues.map(({ task, options }) => [task, options.queueName]))).toEqual({
    'poll-carriers': 'carriers',
    'label-bottles': 'pictures',
  })
})

test('a job that runs by itself has the name of its own', () => {
  expect(schedule.every(({ task }) => Object.hasOwn(jobs, task))).toBe(true)
})

test('jobs that the release before queued under other names still run', () => {
  const earlier = Object.entries(jobs).flatMap(([name, { earlierNames = [] }]) =>
    earlierNames.map((one) => [one, name]),
  )
  expect(Object.fromEntries(earlier)).toEqual({
    'ask-carriers': 'poll-carriers',
    'check-books': 'reconcile',
    'erase-deleted-clients': 'erase-deleted-users',
    'erase-deleted-subscribers': 'erase-deleted-users',
    'letter-bottles': 'label-bottles',
    'reconcile-payments': 'settle-pending-payments',
    'tend-releases': 'process-releases',
    'tidy-identity': 'clean-up-sign-in',
    'work-off-campaigns': 'process-campaigns',
    'work-off-grants': 'process-grants',
    'write-recovery-letter': 'send-recovery-email',
  })
})
