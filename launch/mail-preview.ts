import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { createServer as createVite } from 'vite'

import { endWith } from './cannot-start.mjs'
import { mailPreviewPage } from './mail-preview-page.ts'
import { root } from './prepare.mjs'
import { portFrom } from './settings.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const port = previewPort()

function previewPort(): number {
  try {
    return portFrom('PORT', 3100)
  } catch (error) {
    return endWith(error)
  }
}

/** Vite reloads changed templates; nothing is built. */
const vite = await createVite({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
})

type Written = { kind: string; subject: string; html: string; text: string }

const writeAll = async (): Promise<Written[]> =>
  (await vite.ssrLoadModule('/src/app/emails/sample-emails.ts')).sampleEmails()

/** The email in its dark colors, independent of the browser's preference. */
const inTheDark = (html: string) => html.replaceAll('(prefers-color-scheme:dark)', 'all')

if (values.out) {
  const dir = resolve(values.out)
  mkdirSync(dir, { recursive: true })
  for (const { kind, html, text } of await writeAll()) {
    writeFileSync(join(dir, `${kind}.html`), html)
    writeFileSync(join(dir, `${kind}.dark.html`), inTheDark(html))
    writeFileSync(join(dir, `${kind}.txt`), text)
  }
  await vite.close()
  process.stderr.write(`Emails written to ${dir}\n`)
} else {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://preview')
    const emails = await writeAll()
    const email = emails.find(({ kind }) => pathname === `/${kind}`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (!email) return response.end(mailPreviewPage(emails))
    if (searchParams.get('as') === 'text') {
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      return response.end(email.text)
    }
    return response.end(searchParams.get('as') === 'dark' ? inTheDark(email.html) : email.html)
  })
  server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `can't be used: ${message}`
    process.stderr.write(`Port ${port} ${why}: set PORT to another one.\n`)
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () =>
    process.stderr.write(`Emails: http://localhost:${port}   Ctrl-C ends\n`),
  )
  const stop = () => void vite.close().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
