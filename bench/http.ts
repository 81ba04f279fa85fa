import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'

/** What Chromium says it takes. */
export const encodingsOfBrowsers = 'gzip, deflate, br, zstd'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

type Asked = {
  method?: 'GET' | 'POST'
  cookie?: string
  form?: Record<string, string>
  json?: unknown
  accept?: string
  /** What encodings it takes, as browsers say it; the body is then not words. */
  encoding?: string
}

/** One request over kept connections, as cheap for the measuring side as can be. */
export function ask(
  url: string,
  { method, cookie, form, json, accept, encoding }: Asked = {},
): Promise<Answer> {
  const body = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? undefined
      : JSON.stringify(json)
  return new Promise((done, fail) => {
    const asked = request(url, {
      agent,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
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
    asked.on('error', fail)
    asked.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        done({ status: answer.statusCode!, headers: answer.headers, body: text }),
      )
      answer.on('error', fail)
    })
    asked.end(body)
  })
}

/** An answer as it came over the wire, compressed or not. */
export async function askForBytes(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const asked = request(url, { headers }).end()
  const [answer] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { headers: answer.headers, body: Buffer.concat(chunks) }
}
