import { shopContext } from '#web/context.ts'
import { logRefusal } from '#web/log-refusal.ts'

import type { Route } from './+types/google-callback'
import { googleAnswer } from './google-answer.ts'

/** Where Google sends people back to. Only the browser that went out is let in. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const back = await shop.finishGoogleSignIn(url.searchParams, request.headers)
  if (!back.entered.ok) logRefusal(context, 'google', back.entered.code)
  return googleAnswer(context, back)
}
