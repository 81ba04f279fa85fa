// `npm run test:mutation -- MODULE [FOLDER or SUFFIX…]`: makes mistakes in the files of one module, one at a
// time, on a copy, and runs the tests that import the file.
//   npm run test:mutation -- shipping rules          its rules, with unit tests first
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
  const importers = importersIn('{src,tests}/**/*.test.ts')
  const users = importersIn('src/**/*.ts')
  const copy = copyOfRepository()
  const tests = await startTests(copy, textOf)
  try {
    for (const file of files) {
      const stages = testsOf(file, importers, users)
      const chosen = stages.flat()
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
        let isKilled = false
        for (const stage of stages) {
          isKilled ||= (await tests.withText(file, mistaken, stage)).isKilled
        }
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

/** The files of that pattern which import each file by its name. */
function importersIn(pattern: string): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const one of globSync(pattern, { cwd: root })) {
    if (/^tests\/(e2e|abuse|faults|mutation)\//.test(one)) continue
    for (const [, name] of textOf(one).matchAll(/from '([.#][^']+)'/g)) {
      const file = name!.startsWith('#')
        ? `src/${name!.slice(1)}`
        : resolve('/', dirname(one), name!).slice(1)
      importers.set(file, [...(importers.get(file) ?? []), one])
    }
  }
  return importers
}

/**
 * The tests that import a file or stand in its folder; where there are none, those of the files that use it. For rules in
 * two stages, as unit tests take no time: what survives those is tried with the database.
 */
function testsOf(
  file: string,
  importers: ReadonlyMap<string, string[]>,
  users: ReadonlyMap<string, string[]>,
): string[][] {
  const direct = (one: string) => [
    ...(importers.get(one) ?? []),
    ...globSync(`${dirname(one)}/*.test.ts`, { cwd: root }),
  ]
  const own = direct(file)
  const chosen = own.length > 0 ? own : (users.get(file) ?? []).flatMap(direct)
  const all = [...new Set(chosen)].toSorted()
  const isUnit = (test: string) => !test.endsWith('.db.test.ts')
  const stages = file.endsWith('.rules.ts')
    ? [all.filter(isUnit), all.filter((test) => !isUnit(test))]
    : [all]
  return stages.filter((stage) => stage.length > 0)
}

/** One row for each module and layer of which something was run; the rows of others stay as they are. */
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
  const before = [...readFileSync(scores, 'utf8').matchAll(/^\| (\w[^|]* \| \w+)\s*\|.*%.*$/gm)]
    .map(([line, key]) => [key!.replaceAll(/ +/g, ' '), line] as const)
    .filter(([key]) => !rows.has(key))
  const run = [...rows]
    .filter(([, { all }]) => all > 0)
    .map(([key, { killed, all, untested }]) => {
      const percent = Math.round((killed / all) * 100)
      return [key, `| ${key} | ${all} | ${killed} | ${percent} % | ${untested} |`] as const
    })
  const lines = [...before, ...run].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
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
