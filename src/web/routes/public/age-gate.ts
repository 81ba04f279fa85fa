import { redirect } from 'react-router'

import { ageCookie, refusedCookie } from '#domain/age-gate.ts'
import { siteContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/age-gate'

const dayInSeconds = 24 * 60 * 60

/** Takes the visitor's word on their age and shows the page they came for. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = safeReturnTo(String(form.get('to') ?? ''), paths.home())
  const secure = context.get(siteContext).publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie =
    form.get('age') === 'over'
      ? `${ageCookie.name}=${ageCookie.value}; Max-Age=${ageCookie.days * dayInSeconds}; Path=/; SameSite=Lax`
      : `${refusedCookie.name}=${refusedCookie.value}; Path=/; SameSite=Lax; HttpOnly`
  return redirect(to, { status: 303, headers: { 'set-cookie': cookie + secure } })
}

export const loader = () => redirect(paths.home())
