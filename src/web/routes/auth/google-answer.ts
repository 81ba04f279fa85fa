import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'

import { identitySentence } from '#domain/copy/identity.ts'
import type { BackFromGoogle } from '#use-cases/identity/sign-in-with-google.ts'
import { requestContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import type { GoogleWord } from '#web/google-channel.ts'
import { googleChannel } from '#web/google-channel.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import { withCookies } from './credentials-form.ts'

/**
 * How a visit to Google ended: a window of its own tells the page that opened it and closes; else
 * the browser goes on, to where it wanted or back to the login page with the reason.
 */
export function googleAnswer(
  context: Readonly<RouterContextProvider>,
  { entered, wish, cookies }: BackFromGoogle,
): Response {
  // Kept in a cookie meanwhile, so it is looked at again.
  const to = safeReturnTo(wish?.to, paths.members())
  const headers = withCookies(entered.ok ? [...cookies, ...entered.cookies] : cookies)
  if (wish?.inWindow) {
    headers.set('content-type', 'text/html; charset=utf-8')
    // The window comes back from another site: with the shop's own policy it would lose its tie.
    headers.set('cross-origin-opener-policy', 'unsafe-none')
    const word: GoogleWord = entered.ok ? { to } : { sentence: identitySentence(entered.code) }
    return new Response(windowPage(word, context.get(requestContext).nonce), { headers })
  }
  if (entered.ok) return redirect(to, { headers })
  const site = context.get(siteContext)
  const sentence = identitySentence(entered.code)
  headers.append('set-cookie', flash({ tone: 'bad', sentence }, site))
  return redirect(paths.login(), { headers })
}

const windowPage = (word: GoogleWord, nonce: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Kohue</title>
<p>You can close this window. <a href="${paths.members()}">To your account</a></p>
<script nonce="${nonce}">
new BroadcastChannel(${asScript(googleChannel)}).postMessage(${asScript(word)})
window.close()
</script></html>`

/** JSON that can't end the script it stands in. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
