import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { answerCaptcha } from './captcha/handle.ts'
import { FaultRules } from './faults/fault-rules.ts'
import { answerFaults } from './faults/handle.ts'
import { sendJson, sendText } from './http/answers.ts'
import { BodyTooLarge } from './http/request-body.ts'
import { answerMail } from './mail/handle.ts'
import { Mailbox } from './mail/mailbox.ts'
import { startSmtp } from './mail/smtp.ts'
import { answerApiCall } from './payments/api.ts'
import { answerBrowserScript } from './payments/browser-script/handle.ts'
import { answerHostedPage } from './payments/hosted-page/handle.ts'
import { openPayments } from './payments/open-payments.ts'
import { switched } from './payments/switched.ts'
import { readSettings } from './settings.ts'

/** How long calls under way may take to end when the process is told to stop. */
const patienceMs = 2000

async function start() {
  const settings = readSettings(process.env)
  const faults = new FaultRules()
  const payments = await openPayments(settings, faults)
  const mailbox = new Mailbox(join(settings.dataDir, 'stand-ins'))
  await mailbox.open()
  const board = switched(payments)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const query = mark < 0 ? '' : url.slice(mark + 1)
    if (path.startsWith('/v1/')) return answerApiCall(payments, request, response, path, query)
    if (path.startsWith('/c/')) return answerHostedPage(payments.world, request, response, path)
    if (path === '/v3' || path.startsWith('/v3/')) {
      return answerBrowserScript(settings, response, path, new URLSearchParams(query))
    }
    if (path.startsWith('/captcha/')) {
      return answerCaptcha(request, response, path, new URLSearchParams(query))
    }
    if (path === '/healthz') return sendText(response, 200, 'text/plain; charset=utf-8', 'ok\n')
    if (path === '/mail' || path.startsWith('/mail/')) {
      return answerMail(mailbox, request, response, path, new URLSearchParams(query))
    }
    if (path === '/_faults' || path.startsWith('/_faults/')) {
      return answerFaults(board, request, response, path, new URLSearchParams(query))
    }
    sendText(
      response,
      404,
      'text/plain; charset=utf-8',
      'There is nothing here. Try /mail or /_faults.\n',
    )
  }

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      if (error instanceof BodyTooLarge)
        return sendJson(response, 413, { error: 'The body is too large.' })
      process.stderr.write(`stand-ins: ${error instanceof Error ? error.stack : String(error)}\n`)
      sendJson(response, 500, { error: 'Something in the stand-in broke.' })
    })
  })
  const smtp = await startSmtp(mailbox, faults, { port: settings.port + 1, host: settings.host })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  })
  payments.begin()
  flushCompileCache()
  process.stdout.write(`Stand-ins at ${settings.publicUrl}, SMTP on port ${settings.port + 1}\n`)

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    const answered = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await Promise.race([answered, wait(patienceMs)])
    await Promise.all([payments.stop(), smtp.stop()])
    await mailbox.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // A launcher that dies without a word takes its stand-ins with it.
  process.once('disconnect', () => void stop())
}

start().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const taken =
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken: the stand-ins can't start.`
      : error.message
  process.stderr.write(`${taken}\n`)
  process.exit(1)
})
