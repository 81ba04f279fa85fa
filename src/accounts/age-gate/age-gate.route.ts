import { redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { ageCookie, refusedCookie } from '#platform/http/age-gate.rules.ts'
import { requestContext, siteContext } from '#platform/http/context.ts'
import { isHttps } from '#platform/http/cookies.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/age-gate.route'

const dayInSeconds = 24 * 60 * 60

/**
 * Sets the cookie of the visitor's choice and returns to the page they came for. A refusal stands
 * for the browser session, and a form without a choice sets nothing.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = safeReturnTo(textOf(form, 'to'), paths.home())
  const isRefused = context.get(requestContext).ageGate === 'refused'
  const secure = isHttps(context.get(siteContext)) ? '; Secure' : ''
  const headers = new Headers()
  for (const cookie of isRefused ? [] : cookiesFor(textOf(form, 'age'))) {
    headers.append('set-cookie', `${cookie}; Path=/; SameSite=Lax${secure}`)
  }
  return redirect(to, { status: 303, headers })
}

function cookiesFor(age: string): string[] {
  if (age === 'over') {
    return [`${ageCookie.name}=${ageCookie.value}; Max-Age=${ageCookie.days * dayInSeconds}`]
  }
  if (age !== 'under') return []
  return [`${refusedCookie.name}=${refusedCookie.value}; HttpOnly`, `${ageCookie.name}=; Max-Age=0`]
}

export const loader = () => redirect(paths.home())
