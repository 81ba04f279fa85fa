import type { LoaderFunctionArgs } from 'react-router'

import type { PagedList } from '#domain/paths.ts'
import { listFile, listPages, pagedLists } from '#domain/paths.ts'
import { requireStaff } from '#web/guards.ts'

import { sendListFile } from './list-route.ts'

export const middleware = [requireStaff]

const lists = new Map<string, PagedList>(pagedLists.map((list) => [listFile(list), list]))

/** The CSV file of the list whose address was asked for. */
export function loader({ url, context, pattern }: LoaderFunctionArgs): Promise<Response> {
  const list = lists.get(`/${pattern}`)!
  return sendListFile(list, { url, context }, listPages[list])
}
