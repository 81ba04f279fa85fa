import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import type { WordedEntry } from './audit.rules.ts'
import { LogEntries } from './log-entries.tsx'

const entry = (id: number, change: object) =>
  ({
    ...{ id, at: new Date(`2027-03-10T18:0${id}:00Z`), changes: [] },
    sentence: { before: 'ana@kohue.example changed', subject: 'K-1042', page: null, after: '.' },
    ...change,
  }) as unknown as WordedEntry

const changes = [
  { field: 'state', name: 'State', before: 'open', after: 'ended' },
  { field: 'until', name: 'Until', before: '2027-03-12T07:59:59.999Z', after: '2027-03-14' },
]
const withPage = {
  before: 'bea@kohue.example held',
  subject: 'S-2001',
  page: '/admin/s',
  after: '',
}

test('entries of the log', () => {
  const entries = [
    entry(1, {}),
    entry(2, { sentence: withPage, changes: changes.slice(1) }),
    entry(3, { changes }),
  ]
  expectParts('log-entries', {
    none: <LogEntries entries={[]} />,
    'of several records': <LogEntries entries={entries} />,
    'on the page of the record': <LogEntries entries={entries} onRecord />,
  })
})
