import type { Socket } from 'node:net'

import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** Every email that was accepted, in order. */
  emails: Email[]
  /** The same as raw source. */
  raw: string[]
  stop(): Promise<void>
}

export type MailServerFailures = {
  /** Responds with this error to a recipient; null accepts it. */
  refuse?: (address: string) => (Error & { responseCode?: number }) | null
  /** Accepts the email and closes the connection without a response. */
  dropAfter?: () => boolean
  /** Accepts the email when this resolves. */
  waitFor?: () => Promise<void>
}

/** A real SMTP server on a free port (or the one given) with injected failures. */
export async function startMailServer(
  failures: MailServerFailures = {},
  { port = 0, ...options }: SMTPServerOptions & { port?: number } = {},
): Promise<MailServer> {
  const emails: Email[] = []
  const raw: string[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(failures.refuse?.(address) ?? null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const message = Buffer.concat(chunks).toString('utf8')
        await failures.waitFor?.()
        raw.push(message)
        emails.push(await PostalMime.parse(message))
        if (failures.dropAfter?.()) {
          return sockets.get(session.remotePort)?.destroy()
        }
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    if (socket.remotePort) sockets.set(socket.remotePort, socket)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}?tls=off`,
    emails,
    raw,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

/** An SMTP error response. */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
