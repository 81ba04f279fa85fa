import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'

import { requestContext, siteContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import type { GoogleMessage } from '#platform/http/google-channel.ts'
import { googleChannel } from '#platform/http/google-channel.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { landingFor } from '#platform/http/return-to.ts'

import { withCookies } from '../sign-in/credentials-form.ts'
import { authCopy, identitySentence } from '../sign-in/sign-in.copy.ts'
import type { GoogleCallback } from './sign-in-with-google.actions.server.ts'

/**
 * The response after Google: a popup window tells the page that opened it and closes; else a
 * redirect to where the visitor wanted to go, or back to the page of the button, with the reason.
 */
export function googleResponse(
  context: Readonly<RouterContextProvider>,
  { entered, request, cookies }: GoogleCallback,
): Response {
  // It comes from a cookie, so it is checked again.
  const to = landingFor(entered.ok ? entered.role : 'member', request?.to)
  const site = context.get(siteContext)
  const headers = withCookies(entered.ok ? [...cookies, ...entered.cookies] : cookies)
  if (entered.ok && entered.othersRemoved) {
    const sentence = authCopy.othersRemoved
    headers.append('set-cookie', flash({ tone: 'info', sentence }, site))
  }
  if (request?.inWindow) {
    headers.set('content-type', 'text/html; charset=utf-8')
    // The popup returns from another site: with the shop's own policy it would lose its opener.
    headers.set('cross-origin-opener-policy', 'unsafe-none')
    const word: GoogleMessage = entered.ok ? { to } : { sentence: identitySentence(entered.code) }
    return new Response(windowPage(word, context.get(requestContext).nonce, site.title), {
      headers,
    })
  }
  if (entered.ok) return redirect(to, { headers })
  const sentence = identitySentence(entered.code)
  headers.append('set-cookie', flash({ tone: 'bad', sentence }, site))
  return redirect(request?.connects ? paths.security() : paths.login(), { headers })
}

const windowPage = (word: GoogleMessage, nonce: string, title: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title.replaceAll('<', '&lt;')}</title>
<p>You can close this window. <a href="${paths.members()}">Go to your account</a></p>
<script nonce="${nonce}">
new BroadcastChannel(${asScript(googleChannel)}).postMessage(${asScript(word)})
window.close()
</script></html>`

/** JSON that can't end the script it stands in. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
