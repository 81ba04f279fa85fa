import { textOf } from '#platform/form/form-text.rules.ts'
import { redirect } from 'react-router'

import { joinedListCopy } from '#platform/list/admin-lists.copy.ts'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/restore-subscriber.route'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

const copy = joinedListCopy.deletion

/** Undoes the deletion of a subscriber; the next page says why if it is too late. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const to = safeReturnTo(textOf(form, 'to'), paths.subscriberList())
  const restored = await context.get(shopContext).restoreSubscriber(memberOf(context), params.id)
  if (restored.ok || restored.reason === 'not-staff') return redirect(to)
  const sentence = copy[restored.reason]
  return redirectWithFlash(to, { tone: 'bad', sentence }, context, 302)
}

export const loader = () => redirect(paths.subscriberList())
