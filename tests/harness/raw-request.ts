import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { theShop } from './the-shop.ts'

type Sent = {
  method?: string
  /** Sent unchanged: dot segments are kept. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** Sends the header lines exactly as given, even contradictory ones. */
  raw?: boolean
  /** The local address that it is sent from. */
  from?: string
}

type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string }

/** Of a browser: what names none is refused where an email would be sent. */
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36'

/** A request that browsers and fetch refuse to send. */
export async function rawAnswer({
  method = 'GET',
  path,
  headers = {},
  body,
  raw,
  from,
}: Sent): Promise<RawResponse> {
  const { port, host } = new URL(theShop().url)
  if (raw)
    return overSocket(
      Number(port),
      [`${method} ${path} HTTP/1.1`, ...linesOf({ host, ...headers })],
      body,
    )
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    ...(from && { localAddress: from }),
    headers: {
      host,
      'user-agent': agent,
      ...headers,
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await text(response) }
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

async function overSocket(port: number, lines: string[], body = ''): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const response = await text(socket)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]), headers: {}, body: response }
}
