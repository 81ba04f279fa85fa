// Runs tests in this process, without Vitest’s runner, again for each text of one file: see quick.ts.
import { globSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { transformWithOxc } from 'vite'
import { expect, vi } from 'vitest'

import { root } from '#launch/prepare.mjs'

import type { Answer, Asked, Part, Reached } from './quick.ts'

type Work = () => unknown
type Test = { id: number; work: Work }
type Suite = {
  outer: Suite | null
  parts: (Test | Suite)[]
  each: { before: Work[]; after: Work[] }
  all: { before: Work[]; after: Work[] }
}

const newSuite = (outer: Suite | null): Suite => ({
  outer,
  parts: [],
  each: { before: [], after: [] },
  all: { before: [], after: [] },
})
let suite = newSuite(null)
let count = 0

const workIn = (args: readonly unknown[]) =>
  args.find((arg) => typeof arg === 'function') as (...row: unknown[]) => unknown

function describe(...args: unknown[]): void {
  const outer = suite
  suite = newSuite(outer)
  outer.parts.push(suite)
  workIn(args)()
  suite = outer
}

const justTest = (...args: unknown[]) =>
  void suite.parts.push({ id: count++, work: () => workIn(args)() })

/** `test.each(rows)(name, work)`, and the same of `describe`. */
const withEach = (call: (...args: unknown[]) => void) =>
  Object.assign(call, {
    each:
      (rows: readonly unknown[]) =>
      (...args: unknown[]) => {
        for (const row of rows) call('', () => workIn(args)(...(Array.isArray(row) ? row : [row])))
      },
  })

const test = Object.assign(withEach(justTest), {
  // One at a time all the same.
  concurrent: withEach(justTest),
  skip: () => {},
  runIf: (condition: unknown) => (condition ? test : test.skip),
})

// Vitest’s own `vi` reads its settings here, as for `expect.poll` and for timers.
Object.assign(globalThis, { __vitest_worker__: { config: { fakeTimers: {} } } })

let given: Record<string, unknown> = {}
let atTestsEnd: Work[] = []
const calls = {
  test,
  it: test,
  describe: withEach(describe),
  beforeEach: (work: Work) => void suite.each.before.push(work),
  afterEach: (work: Work) => void suite.each.after.push(work),
  beforeAll: (work: Work) => void suite.all.before.push(work),
  afterAll: (work: Work) => void suite.all.after.push(work),
  onTestFinished: (work: Work) => void atTestsEnd.push(work),
  inject: (key: string) => given[key],
}
Object.assign(globalThis, { quickTests: calls })
const poll = (read: Work, patience: object = {}) =>
  new Proxy(
    {},
    {
      get:
        (_, matcher: 'toBe') =>
        (...args: [unknown]) =>
          vi.waitFor(async () => expect(await read())[matcher](...args), {
            timeout: 20_000,
            ...patience,
          }),
    },
  )
Object.assign(expect, { poll })

async function runAll(works: readonly Work[]): Promise<void> {
  for (const work of works) await work()
}

/** Goes on after a failure, so that what was opened is closed. */
async function endAll(works: readonly Work[]): Promise<void> {
  let failed: { error: unknown } | null = null
  for (const work of works.toReversed()) {
    try {
      await work()
    } catch (error) {
      failed ??= { error }
    }
  }
  if (failed) throw failed.error
}

const eachOf = (of: Suite | null, when: 'before' | 'after'): Work[] =>
  of ? [...eachOf(of.outer, when), ...of.each[when]] : []

type How = {
  isWanted: (id: number) => boolean
  loaded?: Work
  around: (test: Test, run: Work) => unknown
}

async function runSuite(one: Suite, how: How): Promise<void> {
  const isWanted = (part: Test | Suite): boolean =>
    'id' in part ? how.isWanted(part.id) : part.parts.some(isWanted)
  try {
    await runAll(one.all.before)
    for (const part of one.parts.filter(isWanted)) {
      if ('id' in part) await how.around(part, () => runTest(one, part))
      else await runSuite(part, how)
    }
  } finally {
    await endAll(one.all.after)
  }
}

async function runTest(of: Suite, { work }: Test): Promise<void> {
  atTestsEnd = []
  try {
    await runAll(eachOf(of, 'before'))
    await work()
  } finally {
    await endAll([...eachOf(of, 'after'), ...atTestsEnd])
  }
}

const rootUrl = pathToFileURL(`${root}/`).href
const shim = 'quick:vitest'
const vitest = import.meta.resolve('vitest')
let target = ''
let targetCode = ''
/** Counts the texts, since a module is evaluated again only under another address. */
let turn = 0
const importersOf = new Map<string, Set<string>>()
/** The files that the text of the target matters to. */
let affected = new Set<string>()
/** What Node runs of our files, by address. */
const codeOf = new Map<string, string>()
for (const file of globSync('{src,tests}/**/*.tsx', { cwd: root })) {
  codeOf.set(urlOf(file), await codeFrom(file, readFileSync(join(root, file), 'utf8')))
}

/** The code of a text of a file; only of TSX the places change. */
async function codeFrom(file: string, text: string): Promise<string> {
  return file.endsWith('x') ? (await transformWithOxc(text, file)).code : stripTypeScriptTypes(text)
}

/** What Vite makes of a style, a picture or a font, near enough for tests without a browser. */
function assetOf(url: string): string | null {
  const [, file, ending, how] = /^([^?]+\.(\w+))(?:\?(\w+))?$/.exec(url) ?? []
  if (ending === 'css') return 'export default new Proxy({}, { get: (_, name) => String(name) })'
  if (!file || !/^(inline|raw|url|script)$/.test(how ?? '')) return null
  const bytes = readFileSync(fileURLToPath(file))
  const content =
    how === 'raw'
      ? bytes.toString()
      : how === 'inline'
        ? `data:image/${ending};base64,${bytes.toString('base64')}`
        : `/assets/${file.split('/').at(-1)}`
  return `export default ${JSON.stringify(content)}`
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL !== shim)
      return { url: shim, shortCircuit: true }
    const found = next(specifier, context)
    const isOurs = found.url.startsWith(rootUrl) && !found.url.includes('/node_modules/')
    if (!isOurs) return found
    const [importer = ''] = (context.parentURL ?? '').split('?')
    importersOf.set(found.url, (importersOf.get(found.url) ?? new Set()).add(importer))
    return affected.has(found.url) ? { ...found, url: `${found.url}?${turn}` } : found
  },
  load(url, context, next) {
    const module = (source: string) => ({ format: 'module', shortCircuit: true, source }) as const
    if (url === shim) {
      return module(`export * from ${JSON.stringify(vitest)}
        export const { ${Object.keys(calls).join(', ')} } = globalThis.quickTests`)
    }
    const asset = assetOf(url)
    if (asset) return module(asset)
    const [file = ''] = url.split('?')
    if (file === target && url !== target) return module(targetCode)
    if (!codeOf.has(file)) {
      if (!file.startsWith(rootUrl) || !file.endsWith('.ts') || file.includes('/node_modules/'))
        return next(url, context)
      codeOf.set(file, stripTypeScriptTypes(readFileSync(fileURLToPath(file), 'utf8')))
    }
    return module(codeOf.get(file)!)
  },
})

function urlOf(file: string): string {
  return new URL(file, rootUrl).href
}

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** What ran of each file as it was loaded, which only the first file of tests that imports it makes happen. */
const partsAtLoading = new Map<string, Reached[string]>()

/** What ran in those files since it was asked last. */
function reachedIn(files: readonly string[]): Reached {
  const reached: Reached = {}
  const fileOf = new Map(files.map((file) => [urlOf(file), file]))
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { url, functions } of result) {
      const file = fileOf.get(url)
      if (!file) continue
      const parts = functions.flatMap(({ ranges }) =>
        ranges.map(
          ({ startOffset, endOffset, count: times }) => [startOffset, endOffset, times] as Part,
        ),
      )
      // The places of what was TSX are others: of that it is known only whether it ran at all.
      reached[file] = file.endsWith('x')
        ? [[0, Number.MAX_SAFE_INTEGER, Math.max(...parts.map(([, , times]) => times))]]
        : parts
      if (!partsAtLoading.has(file)) partsAtLoading.set(file, reached[file])
    }
  })
  return reached
}

/** Why the tests of a file fail, or null. */
async function failureOf(file: string, how: How): Promise<string | null> {
  const url = urlOf(file)
  suite = newSuite(null)
  count = 0
  // Beside which its expected texts stand.
  expect.setState({ testPath: fileURLToPath(url) })
  try {
    await import(affected.has(url) ? `${url}?${turn}` : url)
    if (count === 0) return 'no test'
    how.loaded?.()
    await runSuite(suite, how)
    return null
  } catch (error) {
    return (error instanceof Error && error.message) || String(error)
  }
}

function addAffected(url: string): void {
  if (affected.has(url)) return
  affected.add(url)
  for (const importer of importersOf.get(url) ?? [])
    if (importer.startsWith(rootUrl)) addAffected(importer)
}

/** Evaluates its modules anew, as a file of tests is evaluated once for each run. */
async function begin(file: string, text: string): Promise<void> {
  turn++
  target = urlOf(file)
  targetCode = await codeFrom(file, text)
  affected = new Set()
  addAffected(target)
}

/** What each test reaches, with what its file does around them first. */
async function measured({ test: file, files }: Extract<Asked, { files: unknown }>) {
  const around: Reached[] = []
  const tests: { id: number; ms: number; reached: Reached }[] = []
  affected = new Set()
  const failed = await failureOf(file, {
    isWanted: () => true,
    loaded: () => reachedIn(files),
    async around({ id }, run) {
      around.push(reachedIn(files))
      const began = performance.now()
      await run()
      tests.push({ id, ms: performance.now() - began, reached: reachedIn(files) })
    },
  })
  around.push(reachedIn(files))
  return { failed, around, tests, loaded: loadedBy(file, files) }
}

function loadedBy(importer: string, files: readonly string[]): Reached {
  const loaded: Reached = {}
  for (const file of files) {
    affected = new Set()
    addAffected(urlOf(file))
    if (affected.has(urlOf(importer))) loaded[file] = partsAtLoading.get(file) ?? []
  }
  return loaded
}

// Its parent was stopped.
process.on('disconnect', () => process.exit())
// What an ended test left behind fails no other.
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => {})

const answer = (said: Answer) => process.send!(said)

process.on('message', async (asked: Asked) => {
  if ('given' in asked) return void (given = asked.given)
  if ('files' in asked) return answer(await measured(asked))
  // Loaded once as it is, so that its importers are known.
  if (!importersOf.has(urlOf(asked.file))) {
    affected = new Set()
    suite = newSuite(null)
    await import(urlOf(asked.test)).catch(() => {})
  }
  await begin(asked.file, asked.text)
  const wanted = asked.only && new Set(asked.only)
  const failed = await failureOf(asked.test, {
    isWanted: (id) => wanted?.has(id) ?? true,
    around: (_, run) => run(),
  })
  answer({ failed })
})
answer({ failed: null })
