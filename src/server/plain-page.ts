import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { askToReturn } from '#api/errors.ts'

/** Statuses that are answered before React Router is asked, as title and sentence. */
const sentences: Record<number, [title: string, sentence: string]> = {
  400: ['This request could not be read', 'Please go back and try again.'],
  403: ['This came from another site', 'Please use the forms of this house.'],
  404: ["Something's missing", 'There is no such page.'],
  413: ['This is too much for one form', 'Please go back and send less; nothing was saved.'],
  415: ['This is no form', 'Please use the forms of this house.'],
  429: ['That was very often', 'Please wait a moment and try again.'],
  503: ['The house is very full', 'Please try again in a moment. Nothing was lost.'],
}

const unexpected: [string, string] = [
  'Something went wrong on our side',
  'Please try again; if it happens again, tell us the number below.',
]

/** A page of words alone, for what goes wrong before any page of the house can be made. */
function plainPage(status: number, requestId: string): string {
  const [title, sentence] = sentences[status] ?? unexpected
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Kohue</title>
<link rel="stylesheet" href="/plain-page.css">
<main>
<p class="house">KOHUE</p>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/">To the front of the house</a></p>
<p class="id">Request ${requestId}</p>
</main>
</html>
`
}

/** Of a page of words alone, also when it went wrong before any other header was set. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** The error handler of all that is not the API: a page for people, the unexpected logged once. */
export function plainPageHandler(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode ?? 500
  if (status >= 500 && status !== 503) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a page failed')
  }
  askToReturn(reply, status)
  return reply
    .code(status)
    .headers(headers)
    .header('x-request-id', request.id)
    .type('text/html; charset=utf-8')
    .send(plainPage(status, request.id))
}
