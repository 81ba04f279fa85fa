import type { UserFileRow } from '#data/users-list.ts'
import { usersListCopy as copy } from '#domain/copy/desk-lists.ts'
import { usersList } from '#domain/desk-lists.ts'
import { readListQuery } from '#domain/list-query.ts'
import { levelName } from '#domain/membership.ts'
import { contactBy } from '#web/components/admin/contact-by.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'

import type { Route } from './+types/users-file'
import { listFile } from './list-file.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The users list as the address has it narrowed and sorted, all pages of it, as a file. */
export function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(usersList, url.searchParams)
  const { exportUsers } = context.get(shopContext)
  return listFile<UserFileRow>(
    {
      name: 'users',
      heads: [
        copy.firstName,
        copy.lastName,
        copy.email,
        copy.phone,
        copy.membership,
        copy.stripe,
        copy.subscription,
        copy.optional,
        copy.contact,
      ],
      cellsOf: (user) => [
        user.first_name,
        user.last_name,
        user.email,
        user.phone,
        levelName(user.membership_level),
        user.stripe_customer_id ?? copy.noCustomer,
        copy.subscriptionOf[user.subscription ?? 'active'],
        user.optional_text,
        contactBy({ byEmail: user.by_email, byPhone: user.by_phone }),
      ],
      rows: (take) => exportUsers(memberOf(context), query, take),
    },
    context,
  )
}
