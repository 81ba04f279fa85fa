import { test } from 'vitest'

import { expectParts, listView } from '#tests/harness/what-parts-say.tsx'

import { auditLogList } from './audit-log-list.store.server.ts'
import LogPage from './log.page.tsx'

type Props = Parameters<typeof LogPage>[0]

const entry = {
  ...{ id: 7, at: new Date('2027-03-01T18:00:00Z'), subjectLabel: 'Order K-1042', changes: [] },
  sentence: {
    before: 'Ana added a note to',
    subject: 'K-1042',
    page: '/admin/orders/1042',
    after: '.',
  },
}

function page(rows: readonly object[], filters: object = {}, emails: readonly string[] = []) {
  const list = listView('log', auditLogList.shape, rows)
  const loaderData = {
    ...{ list: { ...list, query: { ...list.query, filters } }, isStale: false, emails },
  }
  return <LogPage {...({ loaderData } as unknown as Props)} />
}

test('the log, whole, of a person and of a record', () => {
  expectParts(
    'log-page',
    {
      whole: page([entry], {}, ['ana@kohue.example', 'bea@kohue.example']),
      empty: page([]),
      'of a person': page([entry], { person: 'u1', subject: 'order:o1' }),
      'of a record': page([entry], { subject: 'order:o1' }),
      'of a record that is gone': page([], { subject: 'subscriber:7f' }),
    },
    { asChanges: true },
  )
})
