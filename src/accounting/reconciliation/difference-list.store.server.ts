import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { containsWord } from '#platform/database/word-search.ts'
import {
  adminList,
  choice,
  choiceOf,
  since,
  until,
} from '#platform/list/admin-list.store.server.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import {
  differenceName,
  differenceSentence,
  differenceColumns as labels,
} from './reconciliation.copy.ts'
import { reconciliationDifferences as differences } from './tables.ts'

/** Order numbers are stored without their `K-`. */
const hasValue = (word: string): SQL => sql`exists (
  select 1 from jsonb_each_text(${differences.difference}) as stored
  where stored.key <> 'kind' and ${containsWord(sql`stored.value`, word.replace(/^k-(?=\d)/, ''))})`

/** The stored reconciliation differences, newest reconciliation first. */
export const differenceList = adminList({
  name: 'differences',
  action: 'reconcile',
  namesPeople: false,
  table: differences,
  columns: {
    id: differences.id,
    reconciliation: differences.reconciliation,
    foundAt: differences.foundAt,
    difference: differences.difference,
  },
  sorts: { newest: [differences.id] },
  startSort: 'newest',
  cursor: { keyOf: ({ id }) => id, after: (id) => sql`${differences.id} < ${id}` },
  filters: {
    which: choice('Reconciliation', 'Any', [
      [
        'latest',
        'The latest',
        sql`${differences.reconciliation} = (select max(id) from reconciliations)`,
      ],
    ]),
    kind: choiceOf(
      labels.kind,
      'Any kind',
      differenceName,
      (kind) => sql`${differences.difference} ->> 'kind' = ${kind}`,
    ),
    from: since(differences.foundAt),
    to: until(differences.foundAt),
  },
  search: (text) => searchedWords(text).map(hasValue),
  file: {
    columns: {},
    cells: [
      [labels.when, (row, dates) => dates.moment(row.foundAt)],
      [labels.kind, (row) => differenceName[row.difference.kind]],
      [labels.difference, (row) => differenceSentence(row.difference)],
    ],
  },
})
