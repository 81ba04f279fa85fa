import type { Socket } from 'node:net'

import { SMTPServer } from 'smtp-server'

import type { FaultRules } from '#fakes/faults/fault-rules.ts'

import type { MailEntry, Mailbox } from './mailbox.ts'

const largestMail = 25 * 1024 * 1024

class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** An SMTP server that stores every email in the mailbox, subject to the fault switches. */
export function startSmtp(
  mailbox: Mailbox,
  faults: FaultRules,
  port: number,
): Promise<{ stop: () => Promise<void> }> {
  const sockets = new Map<number, Socket>()

  const server = new SMTPServer({
    name: 'inbox.fake',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_from, { remotePort }, done) => {
      // Clients reuse connections; a server that is down has closed them too.
      if (faults.forSmtp(['refuse-connection'])) {
        sockets.get(remotePort)?.destroy()
        return
      }
      const late = faults.forSmtp(['delay'])
      if (late) setTimeout(done, late.ms)
      else done()
    },
    onRcptTo: ({ address }, _session, done) => {
      const refused = faults.forSmtp(['refuse-recipient'], address)
      done(refused ? new SmtpRefusal(550, 'No such user here') : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const envelope = {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
        }
        const tooLarge = stream.sizeExceeded ? new SmtpRefusal(552, 'The mail is too large') : null
        void take(Buffer.concat(chunks), envelope, sockets.get(session.remotePort), tooLarge, done)
      })
    },
  })

  async function take(
    source: Buffer,
    envelope: MailEntry['envelope'],
    socket: Socket | undefined,
    tooLarge: SmtpRefusal | null,
    done: (refusal?: Error | null) => void,
  ) {
    const switchedOn = (fault: 'reject' | 'reject-temporarily' | 'drop-after-data') =>
      envelope.to.some((to) => faults.forSmtp([fault], to) !== null)
    if (tooLarge) return done(tooLarge)
    if (switchedOn('reject')) return done(new SmtpRefusal(554, 'Rejected'))
    if (switchedOn('reject-temporarily')) return done(new SmtpRefusal(451, 'Try again later'))
    try {
      await mailbox.receive(source, envelope)
    } catch {
      return done(new SmtpRefusal(451, 'The mail could not be stored'))
    }
    if (switchedOn('drop-after-data')) socket?.destroy()
    else done()
  }

  server.server.prependListener('connection', (socket: Socket) => {
    if (faults.forSmtp(['refuse-connection'])) socket.destroy()
    const { remotePort } = socket
    if (remotePort === undefined) return
    sockets.set(remotePort, socket)
    socket.on('close', () => sockets.delete(remotePort))
  })
  // A client that disconnects during a session is no error.
  server.on('error', () => {})

  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped())
            for (const socket of sockets.values()) socket.destroy()
          }),
      }),
    )
  })
}
