import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePorts } from './free-ports.ts'
import { node24, root } from './prepare.mjs'

/** A copy of the sources, so that a change of them reaches no other test. */
let copy: string
let stop: () => Promise<void>
let url: string
let output = ''

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'kohue-dev-'))
  for (const name of ['src', 'launch', 'fakes', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  for (const name of ['vite.config.ts', 'react-router.config.ts']) {
    cpSync(join(root, name), join(copy, name))
  }
  for (const name of ['node_modules', 'public', 'brand'])
    symlinkSync(join(root, name), join(copy, name))
  const port = await freePorts(4)
  const { PATH, HOME } = process.env
  const child = spawn(node24, [join(copy, 'launch', 'supervisor.ts'), '--dev'], {
    cwd: copy,
    env: { PATH, HOME, PORT: String(port), FAKES_PORT: String(port + 1) },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += chunk))
  }
  const ended = new Promise<void>((done) => child.on('exit', () => done()))
  stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  url = `http://localhost:${port}`
  while (!output.includes('Ctrl-C stops it')) {
    if (child.exitCode !== null || /^Error/m.test(output))
      throw new Error(`The shop did not start:\n${output}`)
    await pause(50)
  }
})

afterAll(async () => {
  await stop()
  rmSync(copy, { recursive: true, force: true })
})

const restarts = () => output.split('Restarted in').length
const landingPage = async () => (await fetch(url, { headers: { cookie: 'ageKey=older' } })).text()

/** Replaces a text of a source file of the copy. */
function change(path: string, from: string, to: string): void {
  const file = join(copy, path)
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(from)
  writeFileSync(file, before.replace(from, to))
}

test('npm run dev serves the sources, and takes over what is saved', async () => {
  const page = await landingPage()
  expect(page).toContain('/@vite/client')
  expect(page).not.toContain('Saved by a test')

  // A sentence of a page: the next response has it.
  change('src/platform/layout/home.copy.ts', 'A small winery in Mendoza', 'Saved by a test')
  await expect.poll(landingPage).toContain('Saved by a test')

  // A module of the server: it restarts.
  change('src/app/retry-after.ts', "503: '5'", "503: '6'")
  await expect.poll(() => output).toMatch(/Restarted in/)
  expect(await landingPage()).toContain('Saved by a test')
})

test('the default of a setting is taken over', async () => {
  change('src/app/env.ts', '+1 (305) 555-0142', '+1 (305) 555-0199')
  await expect.poll(landingPage).toContain('+1 (305) 555-0199')
})

test('a migration is applied once it has a statement', async () => {
  const migrations = join(copy, 'src/app/migrations')
  const journal = join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[]
  }
  const last = entries.at(-1)!
  const made = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_by_a_test' }
  const file = join(migrations, `${made.tag}.sql`)
  writeFileSync(file, '-- Custom SQL migration file, put your code below! --')
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, made] }))
  await expect
    .poll(() => output)
    .toContain('The migration 9999_by_a_test.sql has no statement yet.')

  writeFileSync(file, `update products set title = 'Migrated by a test'`)
  const offer = async () =>
    (await fetch(`${url}/offering`, { headers: { cookie: 'ageKey=older' } })).text()
  await expect.poll(offer).toContain('Migrated by a test')
})

test('a page that can not be loaded shows where, and comes back when it is mended', async () => {
  const winesPage = async () => {
    const response = await fetch(`${url}/ourwines`, { headers: { cookie: 'ageKey=older' } })
    return { text: await response.text(), policy: response.headers.get('content-security-policy') }
  }
  const page = 'src/storefront/release-cards/ourwines.page.tsx'
  change(page, 'export default function', 'export default functio')
  await expect.poll(async () => (await winesPage()).text).toContain('Something went wrong')
  const { text, policy } = await winesPage()
  expect(text).toContain('/@vite/client')
  expect(text).toMatch(/new ErrorOverlay\(.*ourwines\.page\.tsx:\d+/)
  // The plain error page's own would refuse the overlay's script.
  expect(policy).toBeNull()

  // The watcher reports one change of a file within 50 ms, and drops the next.
  await pause(200)
  change(page, 'export default functio', 'export default function')
  await expect.poll(async () => (await winesPage()).text).toContain('Our wines')
})

test('what is not a component is never replaced in the browser: the page reloads', async () => {
  // The browser knows the module, by a component that imports it.
  const load = async (path: string) => (await fetch(url + path)).text()
  await load('/src/storefront/cart/cart-totals.tsx')
  await load('/src/catalogue/destinations/shipping.rules.ts')
  const token = /wsToken = "([^"]+)"/.exec(await load('/@vite/client'))![1]!
  const messages: { type: string }[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await expect.poll(() => messages.map(({ type }) => type)).toContain('connected')

  const before = restarts()
  change('src/catalogue/destinations/shipping.rules.ts', '1: 3500', '1: 3600')
  await expect.poll(() => messages.map(({ type }) => type)).toContain('full-reload')
  // A second copy of a module would be a second copy of the React contexts in it.
  expect(messages.map(({ type }) => type)).not.toContain('update')
  socket.close()
  // The modules that import it add their figures to a new server, not once more to the old one's.
  await expect.poll(restarts).toBe(before + 1)
  expect((await fetch(`${url}/ourwines`, { headers: { cookie: 'ageKey=older' } })).status).toBe(200)
})

test('a route that is added is served', async () => {
  const about = () => fetch(`${url}/about-us`, { headers: { cookie: 'ageKey=older' } })
  expect((await about()).status).toBe(404)
  const page = readFileSync(join(copy, 'src/site/pages/about.page.tsx'), 'utf8')
  writeFileSync(join(copy, 'src/site/pages/about-us.page.tsx'), page)
  const route = "route('about', 'site/pages/about.page.tsx'),"
  change('src/routes.ts', route, `${route} ${route.replaceAll('about', 'about-us')}`)
  // Vite starts anew, too.
  await expect.poll(async () => (await about()).status, { timeout: 120_000 }).toBe(200)

  // The server that replaced the first one watches, too.
  change('src/platform/layout/home.copy.ts', 'Saved by a test', 'Saved after a route was added')
  await expect.poll(landingPage).toContain('Saved after a route was added')
})
