import { redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireMember } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/preview.route'
import { openPreview } from './preview.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** Handles the secret prompt. Right or wrong, redirects to the shop. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const answer = textOf(form, 'answer').slice(0, 100)
  await openPreview(context.get(servicesContext), memberOf(context), answer, request.headers)
  return redirect(safeReturnTo(textOf(form, 'to'), paths.members('current')), 303)
}

export const loader = () => redirect(paths.members('current'))
