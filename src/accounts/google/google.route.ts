import { redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import { withCookies } from '../sign-in/credentials-form.ts'
import { logRefusal } from '../sign-in/log-refusal.ts'
import type { Route } from './+types/google.route'
import { googleResponse } from './google-response.ts'
import { beginGoogleSignIn } from './sign-in-with-google.actions.server.ts'

/** Redirects to Google. Only by POST, so that no other site can start it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { origin, searchParams } = url
  const wanted = {
    to: safeReturnTo(textOf(form, 'to'), ''),
    inWindow: searchParams.get('window') === 'own',
    connects: form.has('connect'),
  }
  const begun = await beginGoogleSignIn(context.get(servicesContext), origin, wanted)
  if (begun.ok) return redirect(begun.url, { status: 303, headers: withCookies(begun.cookies) })
  logRefusal(context, 'google', begun.code)
  return googleResponse(context, { entered: begun, request: wanted, cookies: [] })
}

export const loader = () => redirect(paths.login())
