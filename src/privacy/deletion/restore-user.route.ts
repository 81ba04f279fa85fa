import { textOf } from '#platform/form/form-text.rules.ts'
import { redirect } from 'react-router'

import { userCopy } from '../people/user.copy.ts'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/restore-user.route'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** Undoes the deletion of a user; the next page says why if it is too late. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = safeReturnTo(textOf(form, 'to'), paths.usersList())
  const restored = await context.get(shopContext).restoreUser(memberOf(context), params.id)
  if (restored.ok) return redirect(to, 303)
  const sentence = userCopy.deletion[restored.reason]
  return redirectWithFlash(to, { tone: 'bad', sentence }, context)
}

export const loader = () => redirect(paths.usersList())
