import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'

import { failureContext, requestContext } from './context.ts'
import { pageTemplate } from './page-template.ts'
import { reportError } from './report-error.ts'
import { keepRendering, sharedKey, sharedRendering } from './shared-renderings.ts'
import { wholePage } from './whole-page.ts'

/** A page that is not rendered by then is given up. */
export const streamTimeout = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const own = context.get(requestContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  const key = status === 200 ? sharedKey(request.url, entry) : null
  const known = key && sharedRendering(key)
  if (known) return wholePage(known, own, { headers, status })
  const rendered = await render(request, status, entry, context)
  const page = pageTemplate(rendered.html, own)
  if (key && rendered.status === 200) keepRendering(key, page)
  const html = page.text(own)
  headers.set('content-length', String(Buffer.byteLength(html)))
  return new Response(html, { headers, status: rendered.status })
}

function render(
  request: Request,
  status: number,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<{ html: string; status: number }> {
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
        onShellError(error) {
          clearTimeout(late)
          reject(error as Error)
        },
        // Loaders have answered before: nothing of a page is worth sending ahead of the rest.
        onAllReady() {
          // A timer that is left keeps the whole rendering alive for as long as it runs.
          clearTimeout(late)
          pipe(gathered((html) => resolve({ html, status: code })))
        },
        onError(error) {
          code = 500
          if (hasShell) reportError(error, request, context)
        },
      },
    )
    const late = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** Takes all that is written to it, and hands it on whole. */
function gathered(whenWhole: (text: string) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      whenWhole(Buffer.concat(pieces).toString())
      done()
    },
  })
}

/**
 * The router's data is words, and says how they are written. Nothing in it is waited for, so it is
 * sent whole.
 */
export async function handleDataRequest({ body, headers, status }: Response): Promise<Response> {
  headers.set('content-type', 'text/x-script; charset=utf-8')
  if (!body) return new Response(null, { headers, status })
  const data = await buffer(body)
  headers.set('content-length', String(data.length))
  return new Response(data, { headers, status })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: unknown },
) {
  const known = context as RouterContextProvider
  known.set(failureContext, error)
  if (!request.signal.aborted) reportError(error, request, known)
}
