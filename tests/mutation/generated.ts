// `npm run test:mutation -- MODULE [FOLDER or SUFFIX…]`: makes mistakes in the files of one module, one at a
// time, on a copy, and runs the tests that import the file.
//   npm run test:mutation -- shipping rules          its rules, with unit tests alone
//   npm run test:mutation -- shipping/holds actions  the actions of one folder, with database tests too
// Files whose text and tests are as in the last run are not tried again. The scores stand in scores.md; a run that
// is stopped leaves those of the files that it finished.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { root } from '#launch/prepare.mjs'

import { copyOfRepository } from './copy.ts'
import { equivalent } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import { textOf } from './mutation.ts'
import { startQuick } from './quick.ts'
import type { TestRun } from './run-tests.ts'
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
  let run: TestRun | null = null
  const vitest = async () => (run ??= await startTests(copyOfRepository(), textOf))
  try {
    for (const file of files) {
      const chosen = testsOf(file, importers, users)
      const text = textOf(file)
      const hash = createHash('sha256')
        .update([text, ...chosen.map(textOf)].join('\0'))
        .digest('hex')
      if (results[file]?.hash === hash) continue
      const mutants = mutantsOf(file, text).filter(
        ({ from, to }) =>
          !equivalent.some((one) => one.file === file && one.from === from && one.to === to),
      )
      const isTried = mutants.length > 0 && chosen.length > 0
      const quick = isTried && isRule(file) ? await startQuick(file, chosen) : null
      if (isTried && !quick) {
        const failing = await (await vitest()).firstFailure(chosen)
        if (failing) throw new Error(`${file}: without a mistake fails ${failing}`)
      }
      const isKilled = async (mistaken: string): Promise<boolean> => {
        if (!isTried) return false
        if (quick) return quick.isKilled(mistaken)
        return (await (await vitest()).withText(file, mistaken, chosen)).isKilled
      }
      const survivors: string[] = []
      for (const { start, end, line, from, to } of mutants) {
        if (await isKilled(text.slice(0, start) + to + text.slice(end))) continue
        survivors.push(`${line}: ${short(from)} → ${short(to) || 'nothing'}`)
      }
      quick?.close()
      const killed = mutants.length - survivors.length
      results[file] = { hash, killed, survivors, untested: chosen.length === 0 }
      mkdirSync(dirname(known), { recursive: true })
      writeFileSync(known, JSON.stringify(results, null, 1))
      writeScores(results)
      print(`${file}: ${killed} of ${mutants.length} killed${chosen.length ? '' : ', no test'}`)
      for (const survivor of survivors) print(`  ${survivor}`)
    }
  } finally {
    await (run as TestRun | null)?.close()
  }
}

const isRule = (file: string): boolean => file.endsWith('.rules.ts')

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
 * The tests that import a file or stand in its folder; where there are none, those of the files that use it. Of rules the
 * unit tests alone, as those take no time.
 */
function testsOf(
  file: string,
  importers: ReadonlyMap<string, string[]>,
  users: ReadonlyMap<string, string[]>,
): string[] {
  const direct = (one: string) =>
    [...(importers.get(one) ?? []), ...globSync(`${dirname(one)}/*.test.ts`, { cwd: root })].filter(
      (test) => !isRule(file) || !test.endsWith('.db.test.ts'),
    )
  const own = direct(file)
  const chosen = own.length > 0 ? own : (users.get(file) ?? []).flatMap(direct)
  return [...new Set(chosen)].toSorted()
}

/**
 * One row for each module and layer of which something was run. A row of more files than were run here stays, as do the
 * rows of others.
 */
function writeScores(results: Record<string, Result>): void {
  const keyOf = (file: string) => {
    const [, module, layer] = /^src\/([^/]+)\/.*\.(rules|actions|store)\./.exec(file)!
    return `${module} | ${layer}`
  }
  const files = globSync('src/**/*.{rules,actions.server,store.server}.ts', { cwd: root })
  const all = Map.groupBy(files, keyOf)
  const rows = new Map(
    [...readFileSync(scores, 'utf8').matchAll(/^\| (\w\S* +\| \w+) +\| +(\d+) of .*$/gm)].map(
      ([line, key, run]) => [key!.replaceAll(/ +/g, ' '), { line, run: Number(run) }] as const,
    ),
  )
  for (const [key, run] of Map.groupBy(
    files.filter((file) => results[file]),
    keyOf,
  )) {
    if (run.length < (rows.get(key)?.run ?? 0)) continue
    const killed = sum(run.map((file) => results[file]!.killed))
    const survivors = sum(run.map((file) => results[file]!.survivors.length))
    const untested = run.filter((file) => results[file]!.untested)
    const cells = [
      `${run.length} of ${all.get(key)!.length}`,
      killed + survivors,
      killed,
      `${Math.round((killed / (killed + survivors)) * 100)} %`,
      sum(untested.map((file) => results[file]!.survivors.length)),
    ]
    if (killed + survivors > 0) {
      rows.set(key, { line: `| ${key} | ${cells.join(' | ')} |`, run: run.length })
    }
  }
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { line }]) => line)
  writeFileSync(
    scores,
    [
      '# Generated mutants, by module',
      '',
      'Written by `npm run test:mutation -- MODULE`. “Without a test”: in files that no test imports or stands beside.',
      '',
      '| module | layer | files | mutants | killed | share | without a test |',
      '|---|---|---:|---:|---:|---:|---:|',
      ...lines,
      '',
    ].join('\n'),
  )
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
