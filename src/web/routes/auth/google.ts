import { redirect } from 'react-router'

import { shopContext, siteContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/google'
import { textOf } from './credentials-form.ts'
import { googleAnswer } from './google-answer.ts'
import { googleErrand } from './google-errand.ts'
import { logRefusal } from './log-refusal.ts'

/** Sends the browser to Google. Only by a post: no other site may start it in somebody's name. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const site = context.get(siteContext)
  const to = safeReturnTo(textOf(form, 'to'), paths.members())
  const isPopup = new URL(request.url).searchParams.get('window') === 'own'
  const { origin } = new URL(request.url)
  const base = site.signIn.allowedOrigins.includes(origin) ? origin : site.publicUrl
  const redirectUri = base + paths.googleCallback()

  const begun = await context.get(shopContext).beginGoogleSignIn(redirectUri)
  if (!begun.ok) {
    logRefusal(context, 'google', begun.code)
    return googleAnswer(context, isPopup, begun)
  }
  const cookie = googleErrand.write({ ...begun.errand, to, isPopup, redirectUri }, site)
  return redirect(begun.url, { status: 303, headers: { 'set-cookie': cookie } })
}

export const loader = () => redirect(paths.login())
