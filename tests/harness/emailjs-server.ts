import { createServer } from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

type EmailJsCall = {
  user_id: string
  accessToken?: string
  service_id: string
  template_id: string
  template_params: Record<string, string>
}

export type EmailJsServer = {
  calls: EmailJsCall[]
  /** The response to the next calls; `hang-up` closes the connection without one, `silent` sends none. */
  respondWith(response: { status: number; text: string } | 'hang-up' | 'silent'): void
  stop(): Promise<void>
}

const accepted = { status: 200, text: 'OK' }

/**
 * A fake EmailJS service. The library's host and port are fixed, so while it runs every HTTPS
 * connection of this process goes to it.
 */
export async function startEmailJsServer(): Promise<EmailJsServer> {
  const calls: EmailJsCall[] = []
  let next: { status: number; text: string } | 'hang-up' | 'silent' = accepted
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isSend = request.method === 'POST' && request.url === '/api/v1.0/email/send'
    if (!isSend) return response.writeHead(404).end('Not found')
    const call = JSON.parse(Buffer.concat(chunks).toString()) as EmailJsCall
    if (next === 'hang-up') return response.destroy()
    if (next === 'silent') return undefined
    if (next.status === 200) calls.push(call)
    response.writeHead(next.status, { 'content-type': 'text/plain' }).end(next.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }

  const original = https.globalAgent
  https.globalAgent = new (class extends https.Agent {
    override createConnection(): Socket {
      return connect(port, '127.0.0.1')
    }
  })()
  return {
    calls,
    respondWith(response) {
      next = response
    },
    async stop() {
      https.globalAgent.destroy()
      https.globalAgent = original
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
