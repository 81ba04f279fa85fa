import type { Socket } from 'node:net'

import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** Every letter that was taken, in the order it was taken. */
  letters: Email[]
  /** The same as they came over the line. */
  raw: string[]
  stop(): Promise<void>
}

export type MailServerFaults = {
  /** Answers with this error instead of taking the letter; null takes it. */
  refuse?: (address: string) => (Error & { responseCode?: number }) | null
  /** Takes the letter and drops the line without a word. */
  dropAfter?: () => boolean
  /** Takes the letter when this resolves. */
  waitFor?: () => Promise<void>
}

/** A real SMTP server on a port of its own (or the one given), which fails as it is told. */
export async function startMailServer(
  faults: MailServerFaults = {},
  { port = 0, ...options }: SMTPServerOptions & { port?: number } = {},
): Promise<MailServer> {
  const letters: Email[] = []
  const raw: string[] = []
  const lines = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(faults.refuse?.(address) ?? null),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const message = Buffer.concat(chunks).toString('utf8')
        await faults.waitFor?.()
        raw.push(message)
        letters.push(await PostalMime.parse(message))
        if (faults.dropAfter?.()) {
          return lines.get(session.remotePort)?.destroy()
        }
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.server.on('connection', (line: Socket) => {
    if (line.remotePort) lines.set(line.remotePort, line)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}?tls=off`,
    letters,
    raw,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const line of lines.values()) line.destroy()
      }),
  }
}

/** An error as an SMTP server words it. */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })
