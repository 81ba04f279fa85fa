import { redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext, viewerContext } from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { landingFor } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'

import { orUnavailable, withCookies } from '../sign-in/credentials-form.ts'
import type { Route } from './+types/login-passkey.route'
import { passkeyRefusal } from './passkey-refusal.ts'
import {
  beginPasskeySignIn,
  confirmWithPasskey,
  signInWithPasskey,
} from './sign-in-with-passkey.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]

export const loader = () => redirect(paths.login())

/**
 * A challenge for the passkeys of this browser, and the login with one: for the script of the login
 * page, and of the page where a purchase link is confirmed, which takes none but its account's.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const form = await request.formData()
  const used = textOf(form, 'used')
  if (!used) {
    const begun = await beginPasskeySignIn(services)
    if (!begun) return new Response(null, { status: 404 })
    return Response.json({ options: begun.options }, { headers: withCookies(begun.cookies) })
  }
  const viewer = context.get(viewerContext)
  const entered = await orUnavailable(
    context,
    viewer && textOf(form, 'of') === 'viewer'
      ? confirmWithPasskey(services, viewer, used, request.headers)
      : signInWithPasskey(services, used, request.headers),
  )
  if (!entered.ok) return passkeyRefusal(entered, 'login', context)
  const to = landingFor(entered.role, url.searchParams.get('to'))
  return redirect(to, { status: 303, headers: withCookies(entered.cookies) })
}
