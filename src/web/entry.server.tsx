import { PassThrough } from 'node:stream'

import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import type { RenderToPipeableStreamOptions } from 'react-dom/server'
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
  const readyOn: keyof RenderToPipeableStreamOptions = isbot(request.headers.get('user-agent'))
    ? 'onAllReady'
    : 'onShellReady'
  return new Promise((resolve, reject) => {
    let answered = false
    let code = status
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entry} url={request.url} nonce={nonce} />,
      {
        nonce,
        [readyOn]() {
          answered = true
          const body = new PassThrough()
          headers.set('content-type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          code = 500
          if (answered) reportError(error, request, context)
        },
      },
    )
    setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
) {
  if (!request.signal.aborted) reportError(error, request, context as RouterContextProvider)
}
