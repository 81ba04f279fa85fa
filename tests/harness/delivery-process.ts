// Delivers the outbox of a database from a separate process: `node tests/harness/delivery-process.ts DATABASE SMTP`.
import { createServer } from 'vite'

const [, , databaseUrl, smtpUrl] = process.argv

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
})
const { openPool, openDatabase } = await vite.ssrLoadModule(
  '/src/platform/database/connection.server.ts',
)
const { smtpTransport } = await vite.ssrLoadModule(
  '/src/mail/transports/smtp-transport.adapter.server.ts',
)
const { openOutbox } = await vite.ssrLoadModule('/tests/harness/outbox.ts')

openOutbox(openDatabase(openPool(databaseUrl, 4)), smtpTransport({ url: smtpUrl }))
