import { textOf } from '#domain/form-text.ts'
import { redirect } from 'react-router'

import { userCopy } from '#domain/copy/records.ts'
import { shopContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/restore-user'

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
