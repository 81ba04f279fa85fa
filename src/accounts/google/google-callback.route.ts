import { servicesContext } from '#platform/http/context.ts'

import { logRefusal } from '../sign-in/log-refusal.ts'
import type { Route } from './+types/google-callback.route'
import { googleResponse } from './google-response.ts'
import { finishGoogleSignIn } from './sign-in-with-google.actions.server.ts'

/** Google's redirect URI. Only the browser that holds the OAuth state cookie is signed in. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const back = await finishGoogleSignIn(services, url.searchParams, request.headers)
  if (!back.entered.ok) logRefusal(context, 'google', back.entered.code)
  return googleResponse(context, back)
}
