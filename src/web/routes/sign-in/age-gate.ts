import { textOf } from '#domain/form-text.ts'
import { redirect } from 'react-router'

import { ageCookie, refusedCookie } from '#domain/age-gate.ts'
import { isHttps } from '#domain/cookies.ts'
import { paths } from '#domain/paths.ts'
import { requestContext, siteContext } from '#web/context.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/age-gate'

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
