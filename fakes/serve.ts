import { existsSync, renameSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { handleCaptcha } from './captcha/handle.ts'
import { handleCarriers, isCarrierPath } from './carriers/handle.ts'
import { FakeParcels } from './carriers/parcels.ts'
import { FaultRules } from './faults/fault-rules.ts'
import { handleFaults } from './faults/handle.ts'
import { startGoogle } from './google/server.ts'
import { BodyTooLarge } from './http/request-body.ts'
import { sendJson, sendText } from './http/responses.ts'
import { handleMail } from './mail/handle.ts'
import { Mailbox } from './mail/mailbox.ts'
import { startSmtp } from './mail/smtp.ts'
import { handleApiCall } from './payments/api.ts'
import { handleBrowserScript } from './payments/browser-script/handle.ts'
import { faultSwitches } from './payments/fault-switches.ts'
import { handleHostedPage } from './payments/hosted-page/handle.ts'
import { openPayments } from './payments/open-payments.ts'
import { readSettings, type Settings } from './settings.ts'

/** How long requests in progress may take to end after SIGTERM, in milliseconds. */
const stopTimeout = 2_000
const text = 'text/plain; charset=utf-8'

async function start() {
  const settings = readSettings(process.env)
  const folder = dataFolder(settings.dataDir)
  let world = await openWorld(settings, folder)

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const query = mark < 0 ? '' : url.slice(mark + 1)
    const params = () => new URLSearchParams(query)
    const { payments, mailbox, parcels, faults, switches } = world
    if (payments) {
      if (path.startsWith('/v1/')) return handleApiCall(payments, request, response, path, query)
      if (path.startsWith('/c/')) return handleHostedPage(payments.world, request, response, path)
      if (path === '/v3' || path.startsWith('/v3/')) {
        return handleBrowserScript(settings, response, path, params())
      }
    }
    if (mailbox && (path === '/mail' || path.startsWith('/mail/'))) {
      return handleMail(mailbox, request, response, path, params())
    }
    if (isCarrierPath(path)) {
      return handleCarriers({ parcels, faults }, request, response, path, params())
    }
    if (path.startsWith('/captcha/')) return handleCaptcha(request, response, path, params())
    if (path === '/healthz') return sendText(response, 200, text, 'ok\n')
    if (path === '/_faults' || path.startsWith('/_faults/')) {
      return handleFaults(switches, request, response, path, params())
    }
    sendText(response, 404, text, 'There is nothing here. Try /mail, /carriers or /_faults.\n')
  }

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy()
      if (error instanceof BodyTooLarge)
        return sendJson(response, 413, { error: 'The body is too large.' })
      process.stderr.write(
        `fake servers: ${error instanceof Error ? error.stack : String(error)}\n`,
      )
      sendJson(response, 500, { error: 'An error in the fake server; see its log.' })
    })
  })
  const google = settings.fakes.has('google')
    ? await startGoogle({ port: settings.port + 2, dataDir: settings.dataDir })
    : null
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, '127.0.0.1', resolve)
  })
  world.payments?.begin()
  flushCompileCache()

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    await Promise.race([closed, wait(stopTimeout)])
    await Promise.all([world.close(), google?.stop()])
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // Exits when the parent closes the IPC channel.
  process.once('disconnect', () => void stop())
  // Tests go on with an empty one, which takes a fraction of a new process.
  process.on('message', async (message) => {
    if (message !== 'empty') return
    await world.close()
    rmSync(folder, { recursive: true, force: true })
    world = await openWorld(settings, folder)
    process.send!('emptied')
  })
}

/** The servers with a state, as their folder has it. */
async function openWorld(settings: Settings, folder: string) {
  const faults = new FaultRules()
  const parcels = new FakeParcels(folder)
  const payments = settings.fakes.has('payments')
    ? await openPayments(settings, folder, faults)
    : null
  const mailbox = settings.fakes.has('mail') ? new Mailbox(folder) : null
  await mailbox?.open()
  const smtp = mailbox && (await startSmtp(mailbox, faults, settings.port + 1))
  return {
    faults,
    parcels,
    payments,
    mailbox,
    switches: faultSwitches(faults, payments),
    async close() {
      await Promise.all([payments?.stop(), smtp?.stop()])
      await mailbox?.close()
    },
  }
}

/** The data folder; a folder with the name of earlier versions is renamed. */
function dataFolder(dataDir: string): string {
  const [folder, earlier] = [join(dataDir, 'fakes'), join(dataDir, 'stand-ins')]
  if (existsSync(earlier) && !existsSync(folder)) renameSync(earlier, folder)
  return folder
}

start().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const sentence =
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken: the fake servers can't start.`
      : error.message
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
})
