import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import Emails from './failed-emails.page.tsx'
import { undeliveredEmailList } from './undelivered-email-list.store.server.ts'

type Shown = Parameters<typeof Emails>[0]['loaderData']

const now = new Date('2027-03-10T18:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const email = (id: string, change: object) => ({
  ...{ id, name: 'Order confirmation', recipient: `${id}@example.com`, attempts: 5 },
  ...{ lastError: '550 no such user', createdAt: inSeconds(-86_400), nextTryAt: null },
  ...{ isBounced: false, isInLog: false, ...change },
})

function page(rows: readonly object[], counts: Partial<Shown['counts']> = {}) {
  const loaderData = {
    list: listView('emails', undeliveredEmailList.shape, rows),
    ...{ isStale: false, now },
    counts: { failed: 0, retrying: 0, queued: 0, ...counts },
  } as unknown as Shown
  return <Emails {...({ loaderData } as Parameters<typeof Emails>[0])} />
}

test('what became of an email, and what may be done about it', () => {
  expectParts('failed-emails', {
    none: page([]),
    'failed for good, and resent earlier': page(
      [email('ana', {}), email('bea', { isInLog: true, attempts: 10 })],
      { failed: 2 },
    ),
    'rejected after it was sent': page([email('ana', { isBounced: true })], { queued: 3 }),
    'tried again': page(
      [
        email('due', { nextTryAt: now }),
        email('soon', { nextTryAt: inSeconds(1) }),
        email('later', { nextTryAt: inSeconds(89) }),
        email('minutes', { nextTryAt: inSeconds(90) }),
        email('almost', { nextTryAt: inSeconds(89 * 60) }),
        email('hours', { nextTryAt: inSeconds(90 * 60) }),
        email('long', { nextTryAt: inSeconds(5 * 3_600) }),
      ],
      { failed: 1, retrying: 7, queued: 9 },
    ),
  })
})
