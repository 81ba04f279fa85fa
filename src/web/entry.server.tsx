import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'

import { requestContext } from './context.ts'
import { reportError } from './report-error.ts'

/** A page that is not rendered by then is given up. */
export const streamTimeout = 10_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(requestContext)
  return new Promise((resolve, reject) => {
    let hasShell = false
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
        onShellReady() {
          hasShell = true
        },
        onShellError: reject,
        // Loaders have answered before: nothing of a page is worth sending ahead of the rest.
        onAllReady() {
          buffer(pipe(new PassThrough())).then((body) => {
            headers.set('content-type', 'text/html; charset=utf-8')
            headers.set('content-length', String(body.length))
            resolve(new Response(body, { headers, status: code }))
          }, reject)
        },
        onError(error) {
          code = 500
          if (hasShell) reportError(error, request, context)
        },
      },
    )
    setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** The router's data is words, and says how they are written. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('content-type', 'text/x-script; charset=utf-8')
  return response
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
) {
  if (!request.signal.aborted) reportError(error, request, context as RouterContextProvider)
}
