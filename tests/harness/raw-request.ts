import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { inject } from 'vitest'

type Sent = {
  method?: string
  /** Sent unchanged: dot segments are kept. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** Header lines just as given, contradictions included. */
  raw?: boolean
  /** The address of this machine that it comes from. */
  from?: string
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request that browsers and fetch refuse to send. */
export async function rawAnswer({
  method = 'GET',
  path,
  headers = {},
  body,
  raw,
  from,
}: Sent): Promise<RawAnswer> {
  const { port, host } = new URL(inject('server').url)
  if (raw)
    return spoken(
      Number(port),
      [`${method} ${path} HTTP/1.1`, ...linesOf({ host, ...headers })],
      body,
    )
  const asked = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    ...(from && { localAddress: from }),
    headers: { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
  })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await text(response) }
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

async function spoken(port: number, lines: string[], body = ''): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const said = await text(socket)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]), headers: {}, body: said }
}
