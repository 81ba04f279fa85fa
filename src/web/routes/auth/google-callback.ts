import { shopContext, siteContext } from '#web/context.ts'

import type { Route } from './+types/google-callback'
import { googleAnswer } from './google-answer.ts'
import { googleErrand } from './google-errand.ts'
import { logRefusal } from './log-refusal.ts'

/** Where Google sends people back to. Only the browser that went out is let in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const errand = googleErrand.read(request, site)
  if (!errand) {
    return googleAnswer(context, false, { ok: false, code: 'invalid-auth-event' })
  }
  const cameBackTo = new URL(errand.redirectUri)
  cameBackTo.search = new URL(request.url).search
  const entered = await context
    .get(shopContext)
    .finishGoogleSignIn(cameBackTo, errand, request.headers)
  if (!entered.ok) logRefusal(context, 'google', entered.code)
  const answer = googleAnswer(context, errand.isPopup, entered, errand.to)
  answer.headers.append('set-cookie', googleErrand.clear(site))
  return answer
}
