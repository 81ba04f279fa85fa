import type { LoaderFunctionArgs } from 'react-router'

import type { ListName } from '#data/admin/lists.ts'
import { listFiles } from '#domain/paths.ts'
import { requireStaff } from '#web/guards.ts'

import { sendListFile } from './list-route.ts'

export const middleware = [requireStaff]

const lists = new Map<string, ListName>(
  Object.entries(listFiles).map(([list, address]) => [address, list as keyof typeof listFiles]),
)

/** The CSV file of the list whose address was asked for. */
export const loader = ({ url, context, pattern }: LoaderFunctionArgs): Promise<Response> =>
  sendListFile(lists.get(`/${pattern}`)!, { url, context })
