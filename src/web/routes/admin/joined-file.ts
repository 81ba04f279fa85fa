import type { JoinedFileRow } from '#data/joined-list.ts'
import { joinedListCopy as copy } from '#domain/copy/desk-lists.ts'
import { joinedList } from '#domain/desk-lists.ts'
import { readListQuery } from '#domain/list-query.ts'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'

import type { Route } from './+types/joined-file'
import { listFile } from './list-file.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The mailing list as the address has it narrowed and sorted, all pages of it, as a file. */
export function loader({ url, context }: Route.LoaderArgs) {
  const query = readListQuery(joinedList, url.searchParams)
  const { exportClients } = context.get(shopContext)
  return listFile<JoinedFileRow>(
    {
      name: 'joined',
      heads: [copy.firstName, copy.lastName, copy.fullName, copy.email, copy.joined, copy.left],
      cellsOf: (client) => [
        client.first_name,
        client.last_name,
        client.full_name,
        client.email,
        client.joined_on,
        client.left_on,
      ],
      rows: (take) => exportClients(memberOf(context), query, take),
    },
    context,
  )
}
