import { eq, ne, sql } from 'drizzle-orm'

import { byContactBox } from '#accounts/consent/consent-kinds.rules.ts'
import { isLive } from '#accounts/users/soft-delete.store.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressFields, addressIn } from '#platform/address/address.rules.ts'
import { levelName, levelOptions } from '#platform/club/club.rules.ts'
import { byAlphabet } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'
import { hasWords } from '#platform/database/word-search.ts'
import { fieldNames } from '#platform/form/fields.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { adminList, byName, choice } from '#platform/list/admin-list.store.server.ts'
import { inSpan } from '#platform/list/in-span.store.server.ts'

import { contactBy, usersListCopy as copy } from './user-list.copy.ts'

const firstName = byAlphabet(users.firstName)
const lastName = byAlphabet(users.lastName)
const isWithoutText = sql`(${users.optionalText} = '')`
const subscription = sql`coalesce(${users.subscription}, 'active')`

const isOfLevel = (level: number) => eq(users.membershipLevel, level)

/** All users. The specification has the six sorts. */
export const userList = adminList({
  name: 'users',
  action: 'edit-users',
  namesPeople: true,
  table: users,
  where: isLive(users),
  columns: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    phone: users.phone,
    membershipLevel: users.membershipLevel,
    stripeCustomerId: users.stripeCustomerId,
    subscription: users.subscription,
    optionalText: users.optionalText,
    ...byContactBox((box) => users[box]),
  },
  sorts: {
    firstname: byName(firstName, lastName, users.id),
    lastname: byName(lastName, firstName, users.id),
    email: [users.email, users.id],
    stripe: {
      keys: [users.stripeCustomerId, lastName, firstName, users.id],
      present: sql`${users.stripeCustomerId} is not null`,
      empty: sql`${users.stripeCustomerId} is null`,
    },
    subscription: [subscription, lastName, firstName, users.id],
    optional: {
      keys: [isWithoutText, byAlphabet(users.optionalText), lastName, firstName, users.id],
      present: sql`${isWithoutText} is false`,
      empty: sql`${isWithoutText} is true`,
    },
  },
  startSort: 'lastname',
  filters: {
    membership: choice(copy.membership, 'Everyone', [
      ['member', 'Members', ne(users.membershipLevel, 0)],
      ...levelOptions.map(([level, name]) => [level, name, isOfLevel(Number(level))] as const),
      ['none', 'No membership', isOfLevel(0)],
    ]),
    subscription: choice(copy.subscription, 'All', [
      ['active', copy.subscriptionOf.active, sql`${subscription} = 'active'`],
      ['inactive', copy.subscriptionOf.inactive, sql`${subscription} = 'inactive'`],
    ]),
    bought: choice(copy.bought, 'Either', [
      ['yes', 'Yes', eq(users.hasBought, true)],
      ['no', 'Not yet', eq(users.hasBought, false)],
    ]),
    came: inSpan(users.createdAt),
  },
  search: (text) => hasWords(users.searchText, text),
  hit: {
    title: 'Users',
    page: paths.usersList,
    of: (row) => ({
      title: `${row.firstName} ${row.lastName}`.trim() || row.email,
      detail: row.email,
      href: paths.user(row.id),
    }),
  },
  file: {
    columns: {
      ...addressIn(users),
      billingFirstName: users.billingFirstName,
      billingLastName: users.billingLastName,
      billingAddress: users.billingAddress,
      billingAddressExtra: users.billingAddressExtra,
      billingCity: users.billingCity,
      billingState: users.billingState,
      billingZipCode: users.billingZipCode,
    },
    cells: [
      [copy.firstName, (row) => row.firstName],
      [copy.lastName, (row) => row.lastName],
      [copy.email, (row) => row.email],
      [copy.phone, (row) => row.phone],
      [copy.membership, (row) => levelName(row.membershipLevel)],
      [copy.stripe, (row) => row.stripeCustomerId ?? copy.noCustomer],
      [copy.subscription, (row) => copy.subscriptionOf[row.subscription ?? 'active']],
      [copy.optional, (row) => row.optionalText],
      [copy.contact, (row) => contactBy(row)],
      ...addressFields.map((field) => [fieldNames[field], (row: Address) => row[field]] as const),
      [fieldNames.xfirstname, (row) => row.billingFirstName],
      [fieldNames.xlastname, (row) => row.billingLastName],
      [fieldNames.xaddress, (row) => row.billingAddress],
      [fieldNames.xaddressExtra, (row) => row.billingAddressExtra],
      [fieldNames.xcity, (row) => row.billingCity],
      [fieldNames.xstate, (row) => row.billingState],
      [fieldNames.xzipCode, (row) => row.billingZipCode],
    ],
  },
})
