import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { apiErrorHandler, isApiPath } from '#platform/api/errors.api.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { rehearsalNotice } from '#platform/layout/rehearsal.copy.ts'

import { namedFailure } from './database-unavailable.ts'

const busy: [string, string] = [
  'The shop is very busy',
  'Please try again in a moment. Nothing was lost.',
]

/** Title and sentence for statuses that occur before React Router runs. */
const sentences: Record<number, [title: string, sentence: string]> = {
  400: ['This request could not be read', 'Please go back and try again.'],
  403: ['This came from another site', 'Please use the forms on our pages.'],
  404: ["Something's missing", 'There is no such page.'],
  405: ['This page takes no such request', 'Please use the forms on our pages.'],
  413: ['This is too large for one form', 'Please go back and send less. Nothing was saved.'],
  415: ['This is not a form', 'Please use the forms on our pages.'],
  429: ['Too many requests', 'Please wait a moment and try again.'],
  502: busy,
  503: busy,
}

/** Title and sentence by the error's code, where the status alone is ambiguous. */
const sentencesByCode: Record<string, [title: string, sentence: string]> = {
  'not-staff': [
    'This is for our staff',
    'Your account may not send files here. Nothing was saved.',
  ],
}

const unexpected: [string, string] = [
  'Something went wrong on our side',
  'Please try again. If it happens again, tell us the number below.',
]

/** A page without pictures or scripts, for errors that occur before React Router can render one. */
function plainPage(
  error: FastifyError,
  status: number,
  requestId: string,
  siteTitle: string,
  isRehearsal: boolean,
): string {
  const [title, sentence] =
    sentencesByCode[error.code] ??
    sentences[status] ??
    (status < 500 ? sentences[400]! : unexpected)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escaped(siteTitle)}</title>
<link rel="stylesheet" href="/plain-page.css">
<main>
${
  isRehearsal
    ? `<p><strong>${rehearsalNotice}</strong></p>
`
    : ''
}<p class="wordmark">KOHUE</p>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="${paths.home()}">Back to the home page</a></p>
<p class="id">Request ${requestId}</p>
</main>
</html>
`
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** An error may occur before the hooks that set these headers for other pages. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

class NotFound extends Error {
  readonly statusCode = 404
}

/** Fastify's error and not-found handlers; `siteTitle` is the setting `PAGE_TITLE`. */
export function errorPages(siteTitle: string, isRehearsal = false) {
  /** Sends JSON under `/api`, a page elsewhere. Logs unexpected errors once. */
  function errorHandler(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    const error = namedFailure(thrown)
    if (isApiPath(request.url)) return apiErrorHandler(error, request, reply)
    const status = error.statusCode ?? 500
    if (status >= 500 && sentences[status] !== busy) {
      request.log.error({ err: error, route: request.routeOptions.url }, 'page failed')
      request.failure = error
    }
    return reply
      .code(status)
      .headers(headers)
      .header('x-request-id', request.id)
      .type('text/html; charset=utf-8')
      .send(plainPage(error, status, request.id, siteTitle, isRehearsal))
  }

  /** For methods and URLs without a route. React Router has its own not-found page. */
  const notFoundHandler = (request: FastifyRequest, reply: FastifyReply) =>
    errorHandler(new NotFound() as FastifyError, request, reply)

  return { errorHandler, notFoundHandler }
}
