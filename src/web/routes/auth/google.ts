import { redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/google'
import { textOf, withCookies } from './credentials-form.ts'
import { googleAnswer } from './google-answer.ts'

/** Sends the browser to Google. Only by a post: no other site may start it in somebody's name. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { origin, searchParams } = url
  const wish = {
    to: safeReturnTo(textOf(form, 'to'), paths.members()),
    inWindow: searchParams.get('window') === 'own',
  }
  const begun = await context.get(shopContext).beginGoogleSignIn(origin, wish)
  if (begun.ok) return redirect(begun.url, { status: 303, headers: withCookies(begun.cookies) })
  logRefusal(context, 'google', begun.code)
  return googleAnswer(context, { entered: begun, wish, cookies: [] })
}

export const loader = () => redirect(paths.login())
