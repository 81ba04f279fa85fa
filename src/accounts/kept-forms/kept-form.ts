import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { createContext, redirect, redirectDocument } from 'react-router'
import { z } from 'zod'

import { authCopy } from '../sign-in/sign-in.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { shopContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import { hereOf, memberOf } from '#platform/http/guards.ts'
import { jsonCookie } from '#platform/http/cookies.server.ts'

const cookie = jsonCookie('form', z.string().max(100))

const restoredContext = createContext<FormData | null>(null)

const isSecret = (name: string) => /password/i.test(name)

const textFields = (form: FormData) =>
  [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !isSecret(field[0]),
  )

/**
 * Stands before the guards of the account and the admin. A record form (it names the version it was
 * filled from) that is sent after the login session ended is kept on the server, and its page has it
 * back once the person has signed in again. The browser gets only a token.
 */
export const keepForm: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const shop = context.get(shopContext)
  const site = context.get(siteContext)
  const viewer = context.get(viewerContext)
  const path = hereOf(url)
  if (!viewer && request.method === 'POST') {
    const form = await request.formData()
    if (!form.has('version')) throw redirect(paths.login(path))
    const kept = await shop.keepForm({ path, fields: textFields(form) }, request.headers)
    const headers = new Headers()
    if (kept.ok) headers.append('set-cookie', cookie.write(kept.token, site))
    const said = kept.ok
      ? ({ tone: 'info', sentence: authCopy.formKept } as const)
      : ({ tone: 'bad', sentence: authCopy.formLost.signedOut[kept.reason] } as const)
    headers.append('set-cookie', flash(said, site))
    // A document of its own: the router would keep how far down the form's page was scrolled.
    throw redirectDocument(paths.login(path), { headers })
  }
  const token = viewer && request.method === 'GET' ? cookie.read(request, site) : null
  const fields = viewer && token ? await shop.restoreForm(viewer, { token, path }) : null
  if (!fields) return next()
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  context.set(restoredContext, form)
  const response = await next()
  response.headers.append('set-cookie', cookie.clear(site))
  return response
}

/**
 * Keeps the form of a staff member whose code of the second factor is due, and redirects to where it is
 * entered: the page at `path` shows the form again afterwards. One that can't be kept is lost, and the
 * next page says so.
 */
export async function keepOverCode(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  path: string,
  form: FormData,
): Promise<Response> {
  const site = context.get(siteContext)
  const { id: userId } = memberOf(context)
  const fields = [...textFields(form), ['account', userId] as [string, string]]
  const kept = await context.get(shopContext).keepForm({ path, fields, userId }, request.headers)
  const headers = new Headers()
  if (kept.ok) headers.append('set-cookie', cookie.write(kept.token, site))
  else {
    const sentence = authCopy.formLost.codeDue[kept.reason]
    headers.append('set-cookie', flash({ tone: 'bad', sentence }, site))
  }
  return redirect(paths.loginCode(path), { status: 303, headers })
}

/** The form that this page gets back as it was typed, or null. */
export const restoredForm = (context: Readonly<RouterContextProvider>): FormData | null =>
  context.get(restoredContext)
