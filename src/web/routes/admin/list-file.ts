import type { LoaderFunctionArgs } from 'react-router'

import type { ListName } from '#data/admin/lists.ts'
import { listFile, pagedLists } from '#domain/paths.ts'
import { requireStaff } from '#web/guards.ts'

import { sendListFile } from './list-route.ts'

export const middleware = [requireStaff]

const lists = new Map<string, ListName>(pagedLists.map((list) => [listFile(list), list]))

/** The CSV file of the list whose address was asked for. */
export const loader = ({ url, context, pattern }: LoaderFunctionArgs): Promise<Response> =>
  sendListFile(lists.get(`/${pattern}`)!, { url, context })
