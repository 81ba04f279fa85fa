import { textOf } from '#domain/form-text.ts'
import { redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/preview'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** Handles the secret prompt. Right or wrong, redirects to the shop. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = textOf(form, 'answer').slice(0, 100)
  await context.get(shopContext).openPreview(memberOf(context), answer, request.headers)
  return redirect(safeReturnTo(textOf(form, 'to'), paths.members('current')), 303)
}

export const loader = () => redirect(paths.members('current'))
