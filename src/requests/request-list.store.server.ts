import { eq, isNotNull, sql } from 'drizzle-orm'

import { products } from '#catalogue/wines/tables.ts'
import { levelName } from '#platform/club/club.rules.ts'
import { users } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { adminList, choiceOf } from '#platform/list/admin-list.store.server.ts'

import { adminRequestsCopy as copy, requestStateName } from './admin-requests.copy.ts'
import { boughtLately } from './request-facts.store.server.ts'
import { requestNumber } from './request.rules.ts'
import { waitsSince } from './requests.store.server.ts'
import { requests } from './tables.ts'

const asking = (column: 'first_name' | 'last_name' | 'email') =>
  sql<string>`(select asking.${sql.identifier(column)} from ${users} as asking where asking.id = ${requests.userId})`

const name = sql<string>`trim(${asking('first_name')} || ' ' || ${asking('last_name')})`

/** Club level; 0 without membership. */
const level = sql<number>`(select case when asking.membership then asking.membership_level else 0 end
  from ${users} as asking where asking.id = ${requests.userId})`

/** Requests of customers, oldest first. */
export const requestList = adminList({
  name: 'requests',
  action: 'answer-requests',
  namesPeople: true,
  table: requests,
  columns: {
    id: requests.id,
    number: requests.number,
    kind: requests.kind,
    state: requests.state,
    units: requests.units,
    createdAt: requests.createdAt,
    askedAgainAt: requests.askedAgainAt,
    waitsSince,
    wine: sql<
      string | null
    >`(select wine.title || ', ' || wine.subtitle from ${products} as wine where wine.id = ${requests.productId})`,
    asker: sql<string>`coalesce(nullif(${name}, ''), ${asking('email')})`,
    level,
    bought: boughtLately(sql`${requests}.user_id`),
  },
  sorts: { oldest: [requests.createdAt, requests.id] },
  startSort: 'oldest',
  filters: {
    state: choiceOf(copy.state, copy.anyState, copy.states, (state) => eq(requests.state, state)),
    kind: choiceOf(copy.kind, copy.anyKind, copy.kinds, (kind) => eq(requests.kind, kind)),
    wine: { label: copy.wine, any: copy.anyWine, by: (id) => eq(requests.productId, id) },
    again: { yes: isNotNull(requests.askedAgainAt) },
  },
  search: (text) => {
    const words = hasWords(users.searchText, text)
    const number = /^\s*r-?(\d{1,9})\s*$/i.exec(text)?.[1]
    if (number) return [eq(requests.number, Number(number))]
    return words.map(
      (word) => sql`${requests.userId} in (select ${users.id} from ${users} where ${word})`,
    )
  },
  hit: {
    title: 'Requests',
    page: paths.staffRequests,
    of: ({ number, asker, wine }) => ({
      title: requestNumber(number),
      detail: [asker, wine].filter(Boolean).join(', '),
      href: paths.staffRequest(number),
    }),
  },
  file: {
    columns: { name, email: asking('email'), text: requests.text },
    cells: [
      [copy.number, (row) => requestNumber(row.number)],
      [copy.asked, (row, dates) => dates.moment(row.createdAt)],
      [copy.name, (row) => row.name],
      [copy.email, (row) => row.email],
      [copy.level, (row) => levelName(row.level) ?? ''],
      [copy.boughtHeading, (row) => row.bought],
      [copy.kind, (row) => copy.kinds[row.kind]],
      [copy.wine, (row) => row.wine ?? ''],
      [copy.cases, (row) => (row.wine ? row.units : '')],
      [copy.state, (row) => requestStateName(row.kind, row.state)],
      [copy.text, (row) => row.text],
    ],
  },
})
