import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { apiErrorHandler, isApiPath } from '#platform/api/errors.api.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { escaped, hashOf, standaloneStyle } from '#platform/http/standalone-page.server.ts'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { rehearsalNotice } from '#platform/layout/rehearsal.copy.ts'

import wordmark from '../../brand/wordmark.svg?raw'
import { namedFailure } from './database-unavailable.ts'

const busy: [string, string] = ['The shop is very busy', 'Please try again in a moment.']

/** Title and sentence for statuses that occur before React Router runs. */
const sentences: Record<number, [title: string, sentence: string]> = {
  400: ['This request could not be read', 'Please go back and try again.'],
  403: ['This came from another site', 'Please use the forms on our pages.'],
  404: ["Something's missing", 'There is no such page.'],
  405: ['This page takes no such request', 'Please use the forms on our pages.'],
  413: [
    'This is too large for one form',
    'Please send less, or a smaller file. Nothing was saved.',
  ],
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

const style = `${standaloneStyle}
header svg{display:block;width:9rem;margin:auto}
.on{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;justify-content:center;margin-top:2rem}
.button{padding:.8rem 1.75rem;border:1px solid #36251a;color:#2b2019;font-size:1.0625rem;line-height:1.2;letter-spacing:.06em;text-decoration:none}
.first{background:#36251a;color:#fdf8ee}
.button:hover{background:#824f2a;border-color:#824f2a;color:#fdf8ee}
.id{color:#72563f;font-size:1rem;overflow-wrap:anywhere}
`

/**
 * A page for errors that occur before React Router can render one: its style and its wordmark are in it, so
 * that it is whole where no file can be had.
 */
function plainPage(
  error: FastifyError,
  status: number,
  request: FastifyRequest,
  siteTitle: string,
  isRehearsal: boolean,
): string {
  const [title, sentence] =
    sentencesByCode[error.code] ??
    sentences[status] ??
    (status < 500 ? sentences[400]! : unexpected)
  // A form that was read would be lost by it, or sent twice.
  const reload =
    request.method === 'GET'
      ? (status === 429 || status >= 500) && errorCopy.again
      : status === 413 && errorCopy.toForm
  // Loads the page's own URL, which is that of its form.
  const own = reload ? `<a class="button first" href="">${reload}</a>\n` : ''
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#f3eadb">
<title>${title} · ${escaped(siteTitle)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
<header>${wordmark}</header>
<main>
${isRehearsal ? `<p class="caps">${rehearsalNotice}</p>\n` : ''}<h1>${title}</h1>
<p>${sentence}</p>
<div class="on">
${own}<a class="button" href="${paths.home()}">${errorCopy.home}</a>
</div>
<hr class="rule">
<p class="id">Request ${request.id}</p>
</main>
</html>
`
}

/** An error may occur before the hooks that set these headers for other pages. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
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
    // Of a file that failed before its first byte.
    reply.removeHeader('content-disposition').removeHeader('content-encoding')
    return reply
      .code(status)
      .headers(headers)
      .header('x-request-id', request.id)
      .type('text/html; charset=utf-8')
      .send(plainPage(error, status, request, siteTitle, isRehearsal))
  }

  /** For methods and URLs without a route. React Router has its own not-found page. */
  const notFoundHandler = (request: FastifyRequest, reply: FastifyReply) =>
    errorHandler(new NotFound() as FastifyError, request, reply)

  return { errorHandler, notFoundHandler }
}
