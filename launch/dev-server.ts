// `npm run dev`: runs the shop from its sources. Vite replaces components and styles in the browser; a
// change of the server's own modules (use-cases, data, settings, migrations, email templates) restarts
// it inside this process, and the browser reloads.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { ErrorPayload } from 'vite'
import { createServer as createVite, createServerModuleRunner } from 'vite'

import type { DevMode } from '#app/dev-mode.ts'
import type * as envModule from '#app/env.ts'
import type * as logModule from '#app/observability/log.ts'
import type * as startModule from '#app/start.ts'

import type * as routesModule from '../src/routes.ts'
import { root } from './prepare.mjs'
import { portFrom } from './settings.ts'

const serverBuild = 'virtual:react-router/server-build'
/** The modules that a start of the server side loads. */
const entries = {
  env: '/src/app/env.ts',
  log: '/src/app/observability/log.ts',
  start: '/src/app/start.ts',
}
const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Components and styles are replaced in the browser. For everything else it reloads: replacing a module
 * that is not a component would give its importers a second copy of a React context.
 */
function onlyComponents({ file }: { file: string }): [] | undefined {
  return isReplaceable(file) && !dependentsOf(file).server ? undefined : []
}

const isReplaceable = (file: string): boolean => /\/src\/.*\.(?:tsx|css)$/.test(file)

const http = createServer()
const vite = await createVite({
  root,
  appType: 'custom',
  logLevel: 'warn',
  clearScreen: false,
  plugins: [
    {
      name: 'only-components',
      enforce: 'pre',
      // Filters for browser and server at once. `hotUpdate` would filter for one of them, and React
      // Router's own `handleHotUpdate` would add the modules of the other again.
      handleHotUpdate: { order: 'pre', handler: onlyComponents },
    },
  ],
  // Discovering a package while a page is open would reload the page.
  optimizeDeps: { entries: ['src/**/*.script.ts', 'src/**/*.page.tsx'] },
  server: {
    middlewareMode: true,
    hmr: { server: http },
    allowedHosts: true,
    watch: { ignored: ['**/.data*/**', '**/build/**', '**/docs/**', '**/tests/**', '**/.git/**'] },
  },
})
// The plugin's own handling would evaluate every module again; `invalidate` does what is needed.
const openRunner = () => createServerModuleRunner(vite.environments.ssr, { hmr: false })
let runner = openRunner()
/** The connection to the pages that are open in browsers. */
const browser = () => vite.environments.client.hot

type Shop = Awaited<ReturnType<typeof startModule.startShop>>
type State = { shop: Shop } | { error: unknown }

/** True while the pages' sources can't be loaded; the import graph is unknown then. */
let isBroken = false

const dev: DevMode = {
  loadBuild: async () => {
    try {
      const build = await runner.import(serverBuild)
      isBroken = false
      return build
    } catch (error) {
      isBroken = true
      throw error
    }
  },
  describe: payloadOf,
  show: (error) => browser().send({ type: 'error', err: payloadOf(error) }),
}

/** The routes that React Router's plugin has read, as JSON. */
let knownRoutes: string | undefined

/** The server that handles requests; during a restart requests wait for it. */
let state: Promise<State> = startShop()

async function startShop(): Promise<State> {
  try {
    refuseEmptyMigration()
    await readRoutes()
    const { readEnv } = await runner.import<typeof envModule>(entries.env)
    const { openLog } = await runner.import<typeof logModule>(entries.log)
    const { startShop: start } = await runner.import<typeof startModule>(entries.start)
    const env = readEnv(process.env)
    const shop = await start(env, openLog(env.LOG_LEVEL), dev)
    try {
      await shop.opened
    } catch (error) {
      await shop.close()
      throw error
    }
    return { shop }
  } catch (error) {
    print(String((error as Error).stack ?? error))
    return { error }
  }
}

/**
 * Restarts Vite when the routes have changed: React Router's plugin reads them once, because it does not
 * watch an application two folders deep. They are loaded here first, because the plugin would exit the
 * process on an error in them.
 */
async function readRoutes(): Promise<void> {
  const { default: config } = await runner.import<typeof routesModule>('/src/routes.ts')
  const routes = JSON.stringify(config)
  if (knownRoutes !== undefined && knownRoutes !== routes) {
    const { ssr } = vite.environments
    await vite.restart()
    if (vite.environments.ssr === ssr) throw new Error('The routes could not be read: see above.')
    runner = openRunner()
    watch()
  }
  knownRoutes = routes
}

/** A new custom migration of drizzle-kit is empty; applying it would mark it as done. */
function refuseEmptyMigration(): void {
  const folder = join(root, 'src/app/migrations')
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.sql')) continue
    const statements = readFileSync(join(folder, name), 'utf8').replaceAll(/--.*$/gm, '').trim()
    if (statements === '') throw new Error(`The migration ${name} has no statement yet.`)
  }
}

http.on('request', (request: IncomingMessage, response: ServerResponse) => {
  vite.middlewares(request, response, () => void handle(request, response))
})

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = await state
  // Documents are changed after rendering, so they stay uncompressed.
  delete request.headers['accept-encoding']
  if ('shop' in now) return now.shop.server.routing(request, response)
  const overlay = JSON.stringify(payloadOf(now.error)).replaceAll('<', '\\u003c')
  response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Error</title><script type="module">
import { ErrorOverlay } from '/@vite/client'
document.body.append(new ErrorOverlay(${overlay}))</script>`)
}

/** The error as Vite's overlay shows it: message, stack, file and lines. */
function payloadOf(error: unknown): ErrorPayload['err'] {
  const { message, stack = '', ...rest } = error as Error & Partial<ErrorPayload['err']>
  const { id, frame, plugin, loc } = rest
  return { message: String(message ?? error), stack, id, frame, plugin, loc }
}

/** A file's modules with all their importers, and whether the server itself is one of them. */
function dependentsOf(file: string): { ids: Set<string>; server: boolean } {
  const modules = runner.evaluatedModules.getModulesByFile(file) ?? []
  const seen = new Set<string>()
  const ids = new Set<string>()
  let server = false
  // A page is part of the server only through the build, which is loaded for each request.
  const visit = (id: string, throughBuild: boolean) => {
    const key = `${id} ${throughBuild}`
    if (seen.has(key)) return
    seen.add(key)
    const module = runner.evaluatedModules.getModuleById(id)
    if (!module) return
    const isPage = throughBuild || id.includes(serverBuild)
    if (!isPage && Object.values(entries).some((entry) => id.endsWith(entry))) server = true
    ids.add(id)
    for (const importer of module.importers) visit(importer, isPage)
  }
  for (const { id } of modules) visit(id, false)
  return { ids, server }
}

/** True from a change until its restart reads the sources: editors save several files at once. */
let isRestartDue = false

/** Requests wait from here on: the old server would load some modules anew and keep the others. */
function restartSoon(): void {
  isRestartDue = true
  state = restart(state)
}

async function restart(before: Promise<State>): Promise<State> {
  const old = await before
  await pause(50)
  isRestartDue = false
  const began = performance.now()
  // All modules: one loaded anew would add its figures, emails and lists to those that were kept.
  runner.clearCache()
  const now = await startShop()
  if ('shop' in now) print(`Restarted in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  browser().send({ type: 'full-reload', path: '*' })
  if ('shop' in old) void old.shop.close()
  return now
}

async function change(file: string): Promise<void> {
  const path = relative(root, file).split(sep).join('/')
  if (!path.startsWith('src/') || /\.test\.tsx?$/.test(path)) return
  if (isRestartDue) return
  const now = await state
  const { ids, server } = dependentsOf(file)
  for (const id of ids) {
    runner.evaluatedModules.invalidateModule(runner.evaluatedModules.getModuleById(id)!)
  }
  const isOutside = path.startsWith('src/app/migrations/') || path === 'src/routes.ts'
  if (server || isOutside || isBroken || 'error' in now) return restartSoon()
  if (ids.size === 0) return
  if (isReplaceable(file)) browser().send({ type: 'custom', event: 'page-changed' })
  else browser().send({ type: 'full-reload', path: '*' })
}

function watch(): void {
  for (const event of ['add', 'change', 'unlink'] as const) {
    vite.watcher.on(event, (file) => void change(file))
  }
}
watch()

const port = portFrom('PORT', 3000)
http.listen(port, process.env['HOST'] ?? '0.0.0.0')

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  http.closeAllConnections()
  const now = await state
  if ('shop' in now) await now.shop.close()
  await vite.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// Exits when the parent closes the IPC channel.
process.once('disconnect', () => void stop())
