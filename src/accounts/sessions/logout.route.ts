import { redirect } from 'react-router'

import { servicesContext, siteContext } from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { cookiesWithoutLink } from '../links/entry-cookies.ts'
import { withCookies } from '../sign-in/credentials-form.ts'
import type { Route } from './+types/logout.route'
import { signOut } from './login-session.actions.server.ts'

/** Ends the login session, and what a purchase link left here. Only by POST, so that no link can log anyone out. */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await signOut(context.get(servicesContext), request.headers)
  const without = cookiesWithoutLink(context.get(siteContext))
  return redirect(paths.home(), { headers: withCookies([...cookies, ...without]) })
}

export const loader = () => redirect(paths.home())
