import { and, isNotNull, isNull, not } from 'drizzle-orm'

import {
  isInactiveAccount,
  subscriberFieldsSayYes,
} from '#accounts/consent/email-permission.store.server.ts'
import { byAlphabet } from '#platform/database/columns.ts'
import { mailingListClients as subscribers } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { adminList, byName, choice } from '#platform/list/admin-list.store.server.ts'
import { inSpan } from '#platform/list/in-span.store.server.ts'

import { joinedListCopy as copy } from './subscriber-list.copy.ts'

const firstName = byAlphabet(subscribers.firstName)
const lastName = byAlphabet(subscribers.lastName)

/** Mailing-list subscribers, also unsubscribed ones, by email (specification, section 7). */
export const subscriberList = adminList({
  name: 'joined',
  action: 'edit-subscribers',
  namesPeople: true,
  table: subscribers,
  columns: {
    id: subscribers.id,
    firstName: subscribers.firstName,
    lastName: subscribers.lastName,
    email: subscribers.email,
    unsubscribedAt: subscribers.unsubscribedAt,
    byEmail: subscribers.byEmail,
    isInactive: isInactiveAccount(),
  },
  sorts: {
    firstname: byName(firstName, lastName, subscribers.id),
    lastname: byName(lastName, firstName, subscribers.id),
    email: [subscribers.email, subscribers.id],
  },
  startSort: 'email',
  filters: {
    came: inSpan(subscribers.createdAt),
    standing: choice(copy.standing, 'Everyone', [
      ['subscribed', copy.subscribed, subscriberFieldsSayYes()],
      [
        'not-written-to',
        'Not written to',
        and(isNull(subscribers.unsubscribedAt), not(subscriberFieldsSayYes()))!,
      ],
      ['unsubscribed', 'Unsubscribed', isNotNull(subscribers.unsubscribedAt)],
    ]),
  },
  search: (text) => hasWords(subscribers.searchText, text),
  hit: {
    title: 'Joined',
    page: paths.subscriberList,
    of: (row) => ({
      title: `${row.firstName} ${row.lastName}`.trim() || row.email,
      detail: row.unsubscribedAt ? `${row.email}, unsubscribed` : row.email,
      href: paths.subscriber(row.id),
    }),
  },
  file: {
    columns: {
      fullName: subscribers.fullName,
      consentedAt: subscribers.consentedAt,
    },
    cells: [
      [copy.firstName, (row) => row.firstName],
      [copy.lastName, (row) => row.lastName],
      [copy.fullName, (row) => row.fullName],
      [copy.email, (row) => row.email],
      // As an import reads it: who is on the list may not have agreed to emails.
      [copy.consent, (row) => (row.byEmail && !row.unsubscribedAt ? 'yes' : 'no')],
      [copy.joined, (row, dates) => dates.isoDay(row.consentedAt)],
      [copy.left, (row, dates) => (row.unsubscribedAt ? dates.isoDay(row.unsubscribedAt) : '')],
    ],
  },
})
