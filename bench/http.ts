import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'

/** Chromium's Accept-Encoding. */
export const encodingsOfBrowsers = 'gzip, deflate, br, zstd'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
/** For a local proxy with a self-signed certificate. */
const secureAgent = new SecureAgent({ keepAlive: true, maxSockets: 256, rejectUnauthorized: false })

export type HttpResult = { status: number; headers: IncomingHttpHeaders; body: string }

type RequestOptions = {
  method?: 'GET' | 'POST'
  cookie?: string
  form?: Record<string, string> | [name: string, value: string][]
  json?: unknown
  accept?: string
  headers?: Record<string, string>
  /** Accept-Encoding; the body is then compressed bytes. */
  encoding?: string
}

/** One request over keep-alive connections, with as little cost on the measuring side as possible. */
export function send(
  url: string,
  { method, cookie, form, json, accept, encoding, headers }: RequestOptions = {},
): Promise<HttpResult> {
  const body = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? undefined
      : JSON.stringify(json)
  return new Promise((done, fail) => {
    const isSecure = url.startsWith('https:')
    const sent = (isSecure ? requestSecurely : request)(url, {
      agent: isSecure ? secureAgent : agent,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(cookie && { cookie }),
        ...(accept && { accept }),
        ...(encoding && { 'accept-encoding': encoding }),
        ...(body !== undefined && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(body),
          origin: new URL(url).origin,
        }),
      },
    })
    sent.on('error', fail)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body: text }),
      )
      response.on('error', fail)
    })
    sent.end(body)
  })
}

/** A Cookie header as the cookies of a browser for this address. */
export const browserCookies = (header: string, url: string) =>
  header
    .split('; ')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      return { url, name: pair.slice(0, at), value: pair.slice(at + 1) }
    })

/** A response with its raw bytes, compressed or not. */
export async function fetchBytes(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const sent = request(url, { headers }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { headers: response.headers, body: Buffer.concat(chunks) }
}
