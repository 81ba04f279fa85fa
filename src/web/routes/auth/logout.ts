import { redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/logout'

/** Ends the session. Only by a post: a link must not be able to log anybody out. */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await context.get(shopContext).signOut(request.headers)
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return redirect(paths.home(), { headers })
}

export const loader = () => redirect(paths.home())
