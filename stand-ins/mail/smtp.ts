import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { FaultRules } from '../faults/fault-rules.ts'
import type { MailEntry, Mailbox } from './mailbox.ts'

const largestMail = 25 * 1024 * 1024

class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** A mail server that takes every mail into the mailbox, but for what the fault switches say. */
export function startSmtp(
  mailbox: Mailbox,
  faults: FaultRules,
  { port, host }: { port: number; host: string },
): Promise<{ stop: () => Promise<void> }> {
  const sockets = new Map<number, Socket>()

  const server = new SMTPServer({
    name: 'inbox.stand-in',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_from, _session, done) => {
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
      return done(new SmtpRefusal(451, 'The mail could not be kept'))
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
  // A client that goes away in the middle is its own affair.
  server.on('error', () => {})

  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () =>
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
