// Runs unit tests in this process, without Vitest’s runner, again for each text of one file: see quick.ts.
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { pathToFileURL } from 'node:url'

import { root } from '#launch/prepare.mjs'

import type { Answer, Asked } from './quick.ts'

type Work = () => unknown
type Suite = {
  tests: Work[]
  each: { before: Work[]; after: Work[] }
  all: Record<'before' | 'after', Work[]>
}

const newSuite = (): Suite => ({
  tests: [],
  each: { before: [], after: [] },
  all: { before: [], after: [] },
})
let suite = newSuite()

async function runAll(works: readonly Work[]): Promise<void> {
  for (const work of works) await work()
}

/** Tests of a suite that stands in others, whose hooks apply to them too. */
async function runSuite({ tests, each, all }: Suite): Promise<void> {
  await runAll(all.before)
  for (const test of tests) {
    await runAll(each.before)
    await test()
    await runAll(each.after)
  }
  await runAll(all.after)
}

const workIn = (args: readonly unknown[]) =>
  args.find((arg) => typeof arg === 'function') as (...row: unknown[]) => unknown

function describe(...args: unknown[]): void {
  const outer = suite
  const inner = newSuite()
  inner.each.before.push(...outer.each.before)
  inner.each.after.push(...outer.each.after)
  suite = inner
  workIn(args)()
  suite = outer
  // As one of the outer one's, whose hooks for each test its own run anyway.
  outer.tests.push(() => runSuite(inner))
}

const test = (...args: unknown[]) => void suite.tests.push(() => workIn(args)())

/** `test.each(rows)(name, work)`, and the same of `describe`. */
const withEach = (call: (...args: unknown[]) => void) =>
  Object.assign(call, {
    each:
      (rows: readonly unknown[]) =>
      (...args: unknown[]) => {
        for (const row of rows) call('', () => workIn(args)(...(Array.isArray(row) ? row : [row])))
      },
  })

const calls = {
  test: withEach(test),
  it: withEach(test),
  describe: withEach(describe),
  beforeEach: (work: Work) => void suite.each.before.push(work),
  afterEach: (work: Work) => void suite.each.after.push(work),
  beforeAll: (work: Work) => void suite.all.before.push(work),
  afterAll: (work: Work) => void suite.all.after.push(work),
}
Object.assign(globalThis, { quickTests: calls })

const rootUrl = pathToFileURL(`${root}/`).href
const shim = 'quick:vitest'
const vitest = import.meta.resolve('vitest')
let target = ''
let targetText: string | null = null
/** Counts the texts, since a module is evaluated again only under another address. */
let turn = 0
const importersOf = new Map<string, Set<string>>()
/** The files that the text of the target matters to. */
const affected = new Set<string>()

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
    if (url === shim) {
      const source = `export * from ${JSON.stringify(vitest)}
        export const { ${Object.keys(calls).join(', ')} } = globalThis.quickTests`
      return { format: 'module', shortCircuit: true, source }
    }
    const [file] = url.split('?')
    if (file !== target || targetText === null) return next(url, context)
    return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(targetText) }
  },
})

const urlOf = (file: string) => new URL(file, rootUrl).href

/** Whether all tests of a file pass. */
async function passes(url: string): Promise<boolean> {
  suite = newSuite()
  try {
    await import(affected.has(url) ? `${url}?${turn}` : url)
    if (suite.tests.length === 0) return false
    await runSuite(suite)
    return true
  } catch {
    return false
  }
}

function addAffected(url: string): void {
  if (affected.has(url)) return
  affected.add(url)
  for (const importer of importersOf.get(url) ?? [])
    if (importer.startsWith(rootUrl)) addAffected(importer)
}

// Its parent was stopped.
process.on('disconnect', () => process.exit())

const answer = (said: Answer) => process.send!(said)
let tests: string[] = []

process.on('message', async (asked: Asked) => {
  if ('file' in asked) {
    target = urlOf(asked.file)
    const passing: string[] = []
    for (const one of asked.tests) if (await passes(urlOf(one))) passing.push(one)
    addAffected(target)
    tests = passing.filter((one) => affected.has(urlOf(one)))
    answer({ tests })
  } else {
    turn++
    targetText = asked.text
    let isKilled = false
    for (const one of tests) isKilled ||= !(await passes(urlOf(one)))
    answer({ isKilled })
  }
})
