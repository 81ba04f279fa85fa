import type { LoaderFunctionArgs } from 'react-router'

import type { PagedList } from '../http/paths.rules.ts'
import { listFile, listPages, pagedLists } from '../http/paths.rules.ts'
import { requireStaff } from '../http/guards.ts'

import { sendListFile } from './list-route.ts'

export const middleware = [requireStaff]

const lists = new Map<string, PagedList>(pagedLists.map((list) => [listFile(list), list]))

/** The CSV file of the list whose address was asked for. */
export function loader({ url, context, pattern }: LoaderFunctionArgs): Promise<Response> {
  const list = lists.get(`/${pattern}`)!
  return sendListFile(list, { url, context }, listPages[list])
}
