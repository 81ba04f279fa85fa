import { redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { paths } from '#domain/paths.ts'

import type { Route } from './+types/logout'

/** Ends the login session. Only by POST, so that no link can log anyone out. */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await context.get(shopContext).signOut(request.headers)
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return redirect(paths.home(), { headers })
}

export const loader = () => redirect(paths.home())
