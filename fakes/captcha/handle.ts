import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { readBody } from '#fakes/http/request-body.ts'
import { sendHtml, sendJson, sendText } from '#fakes/http/responses.ts'

import { framePage } from './frame-page.ts'
import { keys, newToken, verdictOn } from './tokens.ts'

const script = readFileSync(new URL('./turnstile.js', import.meta.url), 'utf8')

/** Handles /captcha/: the browser script, the captcha frame, new tokens and their verification. */
export async function handleCaptcha(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const route = `${request.method} ${path}`
  if (route === 'GET /captcha/api.js') {
    return sendText(response, 200, 'text/javascript; charset=utf-8', `(() => {\n${script}\n})()\n`)
  }
  if (route === 'GET /captcha/frame') {
    const isKnown = query.get('sitekey') === keys.site
    return sendHtml(response, 200, framePage(isKnown, query.get('id') ?? ''))
  }
  if (route === 'POST /captcha/token') return sendJson(response, 200, { token: newToken() })
  if (route === 'POST /captcha/siteverify') {
    const form = new URLSearchParams(await readBody(request))
    const verdict = verdictOn(form.get('secret') ?? '', form.get('response') ?? '')
    return sendJson(response, 200, verdict)
  }
  sendText(response, 404, 'text/plain; charset=utf-8', 'There is nothing here.\n')
}
