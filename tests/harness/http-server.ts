import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Respond = (response: ServerResponse, request: IncomingMessage) => void

export type HttpServer = {
  url: string
  /** Method and path of every request, in order. */
  requests: string[]
  /** Most bytes written to one connection. */
  sent: () => number
  /** The response from now on. */
  respondWith(respond: Respond): void
  stop(): Promise<void>
}

/** An HTTP server on a free port in place of an external service, with responses that a test sets. */
export async function startHttpServer(first: Respond = json({})): Promise<HttpServer> {
  let respond = first
  let most = 0
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume()
    await once(request, 'end')
    respond(response, request)
  })
  server.on('connection', (socket) => {
    socket.once('close', () => (most = Math.max(most, socket.bytesWritten)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sent: () => most,
    respondWith(next) {
      respond = next
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export const json =
  (body: unknown, status = 200): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const html =
  (status = 200): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')

/** Closes the connection within the body. */
const cut: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
  response.write('{"id":', () => response.destroy())
}

/** Endless JSON, as fast as the client reads it. */
export const endless: Respond = (response) => {
  const chunk = Buffer.alloc(256 * 1024, ' ')
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  response.write('{"id":"')
  more()
}

/** Endless JSON, a byte at a time. */
export const dripping: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

/** Invalid responses, as from a failing gateway, a captive portal or a broken service. */
export const wrongResponses: Record<string, Respond> = {
  'HTML with 200': html(),
  'HTML with 502': html(502),
  'JSON of a gateway with 502': json({ message: 'Internal server error' }, 502),
  'invalid JSON': (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": tru'),
  'an empty body': (response) => void response.writeHead(200).end(),
  null: json(null),
  'a list': json([]),
  'an empty object': json({}),
  'half a body': cut,
  'a closed connection': (response) => void response.destroy(),
  'an endless body': endless,
}
