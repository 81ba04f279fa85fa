import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Today from './today.page.tsx'

type Shown = Parameters<typeof Today>[0]['loaderData']

const now = new Date('2027-03-10T18:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const task = (change: object) =>
  ({
    ...{ id: 't', title: 'Review K-1042', about: '', count: 1, button: 'Review', since: ago(3) },
    ...{ due: null, taken: null, atOnce: null, ...change },
  }) as unknown as Shown['tasks'][number]

const page = (tasks: Shown['tasks'], change: object = {}) => {
  const loaderData = { tasks, isMore: false, next: null, now, isStale: false, ...change } as Shown
  return <Today {...({ loaderData } as Parameters<typeof Today>[0])} />
}

test('what staff have to do, and since when', () => {
  expectParts('today-page', {
    'nothing, and nothing comes': page([]),
    'nothing now': page([], { next: { words: 'Next: pickup of S-2001,', at: ago(-120) } }),
    'one thing': page([task({})]),
    'one row of three things': page([task({ count: 3 })]),
    'one row of three things, and another': page([task({ count: 3 }), task({ id: 'u' })]),
    'more than the page has': page([task({})], { isMore: true }),
    'as it was before the connection broke': page([task({})], { isStale: true }),
    'since hours and days, due and overdue': page([
      task({ since: ago(0.9), about: 'Ana Ruiz, 2 × Malbec' }),
      task({ id: 'a', since: ago(59.9), due: ago(-60 * 25) }),
      task({ id: 'b', since: ago(60), due: ago(-60) }),
      task({ id: 'c', since: ago(60 * 23.9), due: ago(1) }),
      task({ id: 'd', since: ago(60 * 24) }),
      task({ id: 'e', since: ago(60 * 48) }),
    ]),
    'taken by a colleague, and by oneself': page([
      task({ taken: { isOwn: false, by: 'bea@kohue.example', at: ago(5) } }),
      task({ id: 'a', taken: { isOwn: true, by: 'ana@kohue.example', at: now } }),
    ]),
    'done in one press': page([
      task({
        atOnce: {
          ...{ action: '/admin/orders/1042', intent: 'approval-approve', button: 'Approve' },
          fields: { approval: 'a1' },
        },
      }),
    ]),
  })
})
