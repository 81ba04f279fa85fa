import { redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { siteContext } from '#platform/http/context.ts'
import { flash, redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, requireMember } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readableRedirects, scriptHeader } from '#platform/http/script-redirects.ts'

import { withCookies } from '../sign-in/credentials-form.ts'
import type { Route } from './+types/passkeys.route'
import { passkeyRefusal } from './passkey-refusal.ts'
import { addPasskey, beginPasskey } from './passkeys.actions.server.ts'
import { passkeyCopy as copy } from './passkeys.copy.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember, readableRedirects]

export const loader = () => redirect(paths.security())

/** The two steps of adding a passkey, asked for by the script of the security page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, viewer } = callerOf(context)
  if (!request.headers.has(scriptHeader)) {
    return redirectWithFlash(paths.security(), { tone: 'bad', sentence: copy.needsScript }, context)
  }
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'begin') {
    const begun = await beginPasskey(services, viewer, textOf(form, 'current'), request.headers)
    if (!begun.ok) return passkeyRefusal(begun, 'security', context)
    return Response.json({ options: begun.options }, { headers: withCookies(begun.cookies) })
  }
  if (intent !== 'add') throw httpError(400)
  const typed = { name: textOf(form, 'name'), made: textOf(form, 'made') }
  const added = await addPasskey(services, viewer, typed, request.headers)
  if (!added.ok) return passkeyRefusal(added, 'security', context)
  const headers = withCookies(added.cookies)
  const said = { tone: 'good', sentence: copy.added(added.name) } as const
  headers.append('set-cookie', flash(said, context.get(siteContext)))
  return redirect(paths.security(), { status: 303, headers })
}
