import type { LoaderFunctionArgs } from 'react-router'

import { requireStaff } from '#platform/http/guards.ts'
import { listFile, listPages, pagedLists } from '#platform/http/paths.rules.ts'
import { sendListFile } from '#platform/list/list-route.ts'

import { adminLists } from './lists.store.server.ts'

export const middleware = [requireStaff]

/** The CSV file of the list whose address was asked for. */
export function loader({ url, context, pattern }: LoaderFunctionArgs): Promise<Response> {
  const name = pagedLists.find((paged) => listFile(paged) === `/${pattern}`)!
  const list = adminLists.find((one) => one.name === name)!
  return sendListFile(list, { url, context }, listPages[name])
}
