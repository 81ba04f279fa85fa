import { createServer } from 'node:http'
import https from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type EmailJsCall = {
  user_id: string
  accessToken?: string
  service_id: string
  template_id: string
  template_params: Record<string, string>
}

export type EmailJsServer = {
  calls: EmailJsCall[]
  /** The next calls are answered so; `hang-up` ends the line without a word. */
  answerWith(answer: { status: number; text: string } | 'hang-up'): void
  stop(): Promise<void>
}

const taken = { status: 200, text: 'OK' }

/**
 * Answers as the EmailJS service does. Its library knows one host and port only, so every HTTPS
 * connection of this process is led here while it runs.
 */
export async function startEmailJsServer(): Promise<EmailJsServer> {
  const calls: EmailJsCall[] = []
  let next: { status: number; text: string } | 'hang-up' = taken
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = JSON.parse(Buffer.concat(chunks).toString()) as EmailJsCall
    const isSend = request.method === 'POST' && request.url === '/api/v1.0/email/send'
    if (!isSend) return response.writeHead(404).end('Not found')
    if (next === 'hang-up') return response.destroy()
    if (next.status === 200) calls.push(call)
    response.writeHead(next.status, { 'content-type': 'text/plain' }).end(next.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }

  const usual = https.globalAgent
  https.globalAgent = new (class extends https.Agent {
    override createConnection(): Socket {
      return connect(port, '127.0.0.1')
    }
  })()
  return {
    calls,
    answerWith(answer) {
      next = answer
    },
    async stop() {
      https.globalAgent.destroy()
      https.globalAgent = usual
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
