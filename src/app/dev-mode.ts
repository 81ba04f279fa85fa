import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerBuild } from 'react-router'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error with which a page failed, if it did. */
    failure: unknown
  }
}

/** What `npm run dev` (launch/dev-server.ts) passes to the server instead of a build. */
export type DevMode = {
  /** Loads the pages from the current sources. */
  loadBuild: () => Promise<ServerBuild>
  /** The error with its place in the sources, for Vite's overlay. */
  describe: (error: unknown) => object
  /** Shows the overlay in open browsers. */
  show: (error: unknown) => void
}

/**
 * Adds Vite's client to each document, with the nonce of the response, and the overlay with the error to
 * a failed page.
 */
export function addDevClient(server: FastifyInstance, dev: DevMode): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (!type.startsWith('text/html') || payload === null) {
      if (request.failure) dev.show(request.failure)
      return payload
    }
    const html = payload instanceof ReadableStream ? await new Response(payload).text() : payload
    const { script = '', style = '' } = reply.cspNonce ?? {}
    const failure = request.failure ? dev.describe(request.failure) : null
    reply.removeHeader('content-length')
    // The plain error page allows no scripts.
    if (failure) removePolicy(reply)
    return withDevClient(String(html), { script, style }, failure)
  })
}

function removePolicy(reply: FastifyReply): void {
  reply.removeHeader('content-security-policy')
  reply.raw.removeHeader('content-security-policy')
}

function withDevClient(
  html: string,
  nonce: { script: string; style: string },
  failure: object | null,
): string {
  const json = JSON.stringify(failure).replaceAll('<', '\\u003c')
  const lines = [
    `import { createHotContext, ErrorOverlay } from '/@vite/client'`,
    // Pages without React reload, since they have no modules to replace.
    `if (!window.__reactRouterContext) createHotContext('/dev').on('page-changed', () => location.reload())`,
    failure && `document.body.append(new ErrorOverlay(${json}))`,
  ]
  const client = `<meta property="csp-nonce" nonce="${nonce.style}"><script type="module" nonce="${nonce.script}">${lines.filter(Boolean).join('\n')}</script>`
  // The plain error page has no tags around its head.
  return html.includes('</head>')
    ? html.replace('</head>', () => `${client}</head>`)
    : html.replace('<main>', () => `${client}<main>`)
}
