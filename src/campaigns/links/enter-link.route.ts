import { redirect } from 'react-router'

import { cookiesOfLink } from '#accounts/links/entry-cookies.ts'
import { isWholeToken } from '#accounts/links/entry-link.rules.ts'
import { withCookies } from '#accounts/sign-in/credentials-form.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/enter-link.route'
import { entrySecretOf } from './enter-by-link.actions.server.ts'

/**
 * Moves the token of an email's link out of the address at once, so that no page, history entry or
 * `Referer` has it. Looks nothing up and changes nothing: mail scanners open links.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (!isWholeToken(params.token)) return redirect(`${paths.enter()}?cut`, 303)
  const secret = await entrySecretOf(context.get(servicesContext), params.token)
  const headers = withCookies(cookiesOfLink(request, context.get(siteContext), secret))
  headers.set('cache-control', 'private, no-store')
  headers.set('referrer-policy', 'no-referrer')
  return redirect(paths.enter(), { status: 303, headers })
}
