// `npm run test:mutation -- MODULE [FOLDER or SUFFIX…]`: makes mistakes in the files of one module, one at a
// time, on a copy, and runs the tests that import the file.
//   npm run test:mutation -- shipping rules          its rules, with unit tests
//   npm run test:mutation -- shipping/holds actions  the actions of one folder, with database tests too
// Files whose text and tests are as in the last run are not tried again. The scores stand in scores.md.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { root } from '#launch/prepare.mjs'

import { copyOfRepository } from './copy.ts'
import { equivalent } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import { textOf } from './mutation.ts'
import { startTests } from './run-tests.ts'

/** What became of the mutants of a file; `hash` is that of its text and its tests. */
type Result = { hash: string; killed: number; survivors: string[]; untested: boolean }

const known = join(root, '.data-test/mutants.json')
const scores = join(root, 'tests/mutation/scores.md')
const print = (line: string) => process.stdout.write(`${line}\n`)

export async function runGenerated(folder: string, suffixes: readonly string[]): Promise<void> {
  const wanted = suffixes.length > 0 ? suffixes : ['rules', 'actions', 'store']
  const files = globSync(`src/${folder}/**/*.{rules,actions.server,store.server}.ts`, { cwd: root })
    .filter((file) => wanted.some((suffix) => file.includes(`.${suffix}.`)))
    .toSorted()
  const results: Record<string, Result> = existsSync(known)
    ? JSON.parse(readFileSync(known, 'utf8'))
    : {}
  const importers = testsByImport()
  const copy = copyOfRepository()
  const tests = await startTests(copy, textOf)
  try {
    for (const file of files) {
      const chosen = testsOf(file, importers)
      const text = textOf(file)
      const hash = createHash('sha256')
        .update([text, ...chosen.map(textOf)].join('\0'))
        .digest('hex')
      if (results[file]?.hash === hash) continue
      const mutants = mutantsOf(file, text).filter(
        ({ from, to }) =>
          !equivalent.some((one) => one.file === file && one.from === from && one.to === to),
      )
      const survivors: string[] = []
      if (chosen.length > 0 && mutants.length > 0) {
        const failing = await tests.firstFailure(chosen)
        if (failing) throw new Error(`${file}: without a mistake fails ${failing}`)
      }
      for (const { start, end, line, from, to } of mutants) {
        const mistaken = text.slice(0, start) + to + text.slice(end)
        const isKilled =
          chosen.length > 0 && (await tests.withText(file, mistaken, chosen)).isKilled
        if (!isKilled) survivors.push(`${line}: ${short(from)} → ${short(to) || 'nothing'}`)
      }
      const killed = mutants.length - survivors.length
      results[file] = { hash, killed, survivors, untested: chosen.length === 0 }
      mkdirSync(dirname(known), { recursive: true })
      writeFileSync(known, JSON.stringify(results, null, 1))
      print(`${file}: ${killed} of ${mutants.length} killed${chosen.length ? '' : ', no test'}`)
      for (const survivor of survivors) print(`  ${survivor}`)
    }
  } finally {
    await tests.close()
  }
  writeScores(results)
}

const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)

/** The tests that import each file: those whose import names it, beside it or from another folder. */
function testsByImport(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const test of globSync('{src,tests}/**/*.test.ts', { cwd: root })) {
    if (/^tests\/(e2e|abuse|faults|mutation)\//.test(test)) continue
    for (const [, name] of textOf(test).matchAll(/from '([.#][^']+)'/g)) {
      const file = name!.startsWith('#')
        ? `src/${name!.slice(1)}`
        : resolve('/', dirname(test), name!).slice(1)
      importers.set(file, [...(importers.get(file) ?? []), test])
    }
  }
  return importers
}

/** Rules: the unit tests of the module's own subject and all that import the file; else all that import it, and its folder's. */
function testsOf(file: string, importers: ReadonlyMap<string, string[]>): string[] {
  const beside = globSync(`${dirname(file)}/*.test.ts`, { cwd: root })
  const all = [...new Set([...(importers.get(file) ?? []), ...beside])]
  const isRule = file.endsWith('.rules.ts')
  const unit = all.filter((test) => !test.endsWith('.db.test.ts'))
  return (isRule && unit.length > 0 ? unit : all).toSorted()
}

/** One row for each module and layer of which something was run. */
function writeScores(results: Record<string, Result>): void {
  const rows = new Map<string, { killed: number; all: number; untested: number }>()
  for (const [file, { killed, survivors, untested }] of Object.entries(results)) {
    const [, module] = file.split('/')
    const layer = /\.(rules|actions|store)\./.exec(file)![1]
    const key = `${module} | ${layer}`
    const row = rows.get(key) ?? { killed: 0, all: 0, untested: 0 }
    row.killed += killed
    row.all += killed + survivors.length
    if (untested) row.untested += survivors.length
    rows.set(key, row)
  }
  const lines = [...rows]
    .filter(([, { all }]) => all > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { killed, all, untested }]) => {
      const percent = Math.round((killed / all) * 100)
      return `| ${key} | ${all} | ${killed} | ${percent} % | ${untested} |`
    })
  writeFileSync(
    scores,
    [
      '# Generated mutants, by module',
      '',
      'Written by `npm run test:mutation -- MODULE`. “Without a test”: in files that no test imports or stands beside.',
      '',
      '| module | layer | mutants | killed | share | without a test |',
      '|---|---|---:|---:|---:|---:|',
      ...lines,
      '',
    ].join('\n'),
  )
}
