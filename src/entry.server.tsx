import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'

// Before any page: its guards read what the modules contribute.
import './app/modules.server.ts'
import { failureContext, requestContext } from './platform/http/context.ts'
import type { PageTemplate } from './platform/http/page-template.ts'
import { pageTemplate } from './platform/http/page-template.ts'
import { reportError } from './platform/http/report-error.ts'
import { rootData } from './platform/http/root-data.ts'
import { saveSharedRender, sharedKey, sharedRender } from './platform/http/shared-renders.ts'

/** Milliseconds after which rendering is aborted. */
export const streamTimeout = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { placeholders } = context.get(requestContext)
  // A guard refuses before any loader runs; the error page needs the root's data all the same.
  const { errors, loaderData } = entry.staticHandlerContext
  if (errors) loaderData['root'] ??= rootData(new URL(request.url), context)
  const respond = (template: PageTemplate, code: number) => {
    const html = template(placeholders)
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-length', String(Buffer.byteLength(html)))
    return new Response(html, { headers, status: code })
  }
  const isShared = status === 200 && !import.meta.env.DEV
  const key = isShared ? sharedKey(request.url, entry, placeholders) : null
  const known = key && sharedRender(key)
  if (known) return respond(known, status)
  const rendered = await render(request, status, entry, context)
  const template = pageTemplate(rendered.html, placeholders)
  if (key && rendered.status === 200) saveSharedRender(key, template)
  return respond(template, rendered.status)
}

function render(
  request: Request,
  status: number,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<{ html: string; status: number }> {
  const { nonce } = context.get(requestContext).placeholders
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
          clearTimeout(timer)
          reject(error as Error)
        },
        // No page of ours defers data, so there is nothing to stream ahead of the rest.
        onAllReady() {
          // A pending timer would keep the whole render in memory.
          clearTimeout(timer)
          pipe(collect((html) => resolve({ html, status: code })))
        },
        onError(error) {
          code = 500
          if (hasShell) reportError(error, request, context)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

function collect(onEnd: (text: string) => void): Writable {
  const pieces: Uint8Array[] = []
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(pieces).toString())
      done()
    },
  })
}

/** Sends React Router's data with its encoding and length: no loader of ours defers anything. */
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
