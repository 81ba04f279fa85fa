import { sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { containsWord } from '#platform/database/word-search.ts'
import { adminList, choice, choiceOf } from '#platform/list/admin-list.store.server.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'
import { destinationNames, stateName } from '#platform/text/us-states.rules.ts'

import { firstReminder, holderName, reportsDueText, standingOf } from './licence.rules.ts'
import { endsSoon, isEnded, isSuspending, licenceColumns } from './licences.store.server.ts'

/** The name of each row's state, as staff search for it. */
const stateNames = sql`(${sql.param(JSON.stringify(destinationNames))}::jsonb ->> ${licences.state})`

/** Licenses of the business and of its shipper, the one that ends first first. */
export const licenceList = adminList({
  name: 'licenses',
  action: 'manage-compliance',
  namesPeople: false,
  table: licences,
  columns: licenceColumns,
  sorts: { end: [licences.until, licences.id] },
  startSort: 'end',
  filters: {
    holder: choiceOf('Holder', 'Any', holderName, (holder) => sql`${licences.holder} = ${holder}`),
    standing: choice('Standing', 'Any', [
      ['valid', 'Not ended', sql`not (${isEnded})`],
      ['ends-soon', `Ends within ${firstReminder} days`, endsSoon],
      ['ended', 'Ended', isEnded],
      ['suspending', 'Ended, and its state is suspended', isSuspending],
    ]),
  },
  search: (text) =>
    searchedWords(text).map((word) =>
      containsWord(
        sql`(${stateNames} || ' ' || ${licences.state} || ' ' || ${licences.kind} || ' ' || ${licences.number} || ' ' || ${licences.coveredBy})`,
        word,
      ),
    ),
  file: {
    columns: {},
    cells: [
      ['State', (row) => stateName(row.state)],
      ['Holder', (row) => holderName[row.holder]],
      ['Kind', (row) => row.kind],
      ['Number', (row) => row.number],
      ['From', (row) => row.from],
      ['Last day', (row) => row.until],
      ['Standing', (row) => standingOf(row).words],
      ['Reports due', (row) => reportsDueText(row.reportsEvery, row.reportsDueDay) ?? ''],
      ['Covered by', (row) => row.coveredBy],
    ],
  },
})
