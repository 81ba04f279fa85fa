// `npm run test:mutation -- MODULE [FOLDER or SUFFIX…]`: makes mistakes in the files of one module, one at a
// time, and runs those tests of the files that import it which reach the mistake.
//   npm run test:mutation -- shipping rules              its rules, with unit tests alone
//   npm run test:mutation -- shipping actions --draw 50  fifty of the mistakes in its actions, always the same
//   npm run test:mutation -- shipping page               its pages, with what their JSX shows and gives to its parts
//   … --draw 50 --seed again                             fifty others, so that a score is not of those just killed
// What those tests do not notice is tried again with others that reach it: of its module, scenarios that use it, those
// that put all modules together; and where none does, those of the files that use it.
// Last come, under Vitest, tests that only it can run, such as those that mock modules, and those that read the sources.
// Files whose text and tests are as in the last run are not tried again. Mistakes that the types refuse are left out.
// The scores stand in scores.md; a run that is stopped leaves those of the layers that it finished.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { root } from '#launch/prepare.mjs'

import { accepted } from './compiled.ts'
import { copyOfRepository } from './copy.ts'
import { equivalent } from './equivalent.ts'
import { mutantsOf } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import { textOf } from './mutation.ts'
import type { Quick, Reached } from './quick.ts'
import { startQuick } from './quick.ts'
import type { TestRun } from './run-tests.ts'
import { startTests } from './run-tests.ts'
import { databaseOfTests } from './test-database.ts'

/** What became of a file's mutants, of which there are `all`; `hash` is that of its text, tests and draw. */
type Result = {
  hash: string
  all: number
  killed: number
  equivalent: number
  survivors: string[]
}
type Mistake = Mutant & { file: string; text: string }
type Draw = { count: number; seed: string }
type Measured = NonNullable<Awaited<ReturnType<Quick['measure']>>>

const layers = ['rules', 'actions', 'store', 'adapter', 'page']
const known = join(root, '.data-test/mutants.json')
const scores = join(root, 'tests/mutation/scores.md')
const print = (line: string) => process.stdout.write(`${line}\n`)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

export async function runGenerated(
  folder: string,
  suffixes: readonly string[],
  draw: Draw | null,
): Promise<void> {
  const importers = importersIn('{src,tests}/**/*.test.{ts,tsx}')
  const users = importersIn('src/**/*.{ts,tsx}')
  const database = databaseOfTests()
  let quick: Quick | null = null
  let slow: TestRun | null = null
  const runners: Runners = {
    quick: async () => (quick ??= await startQuick(await database.start())),
    slow: async () => (slow ??= await startTests(copyOfRepository(), textOf)),
  }
  try {
    for (const layer of suffixes.length > 0 ? suffixes : layers) {
      const files = globSync(`src/${folder}/**/*.${layer}{,.server}.{ts,tsx}`, {
        cwd: root,
      }).toSorted()
      const testsBy = new Map(files.map((file) => [file, testsOf(file, importers, users)]))
      const around = testsAround(folder, layer)
      const others = (file: string) => [around, testsOfUsers(file, importers, users)]
      await runLayer(runners, testsBy, draw, others)
    }
  } finally {
    ;(quick as Quick | null)?.close()
    await (slow as TestRun | null)?.close()
    await database.stop()
  }
}

/** Started once they are needed. */
type Runners = { quick: () => Promise<Quick>; slow: () => Promise<TestRun> }

async function runLayer(
  { quick: start, slow }: Runners,
  testsBy: ReadonlyMap<string, string[]>,
  draw: Draw | null,
  /** Tests of a file besides its own, those first that are tried first. */
  othersOf: (file: string) => readonly (readonly string[])[],
): Promise<void> {
  const earlier = knownResults()
  const results: Record<string, Result> = {}
  const hashOf = (file: string) =>
    sha([file, ...testsBy.get(file)!].map(textOf).join('\0') + (draw ? draw.count + draw.seed : ''))
  const files = [...testsBy.keys()].filter((file) => earlier[file]?.hash !== hashOf(file))
  const possible = files.flatMap((file) => {
    const text = textOf(file)
    return mutantsOf(file, text).map((mutant): Mistake => {
      const mistaken = text.slice(0, mutant.start) + mutant.to + text.slice(mutant.end)
      return { ...mutant, file, text: mistaken }
    })
  })
  const drawn = draw === null ? possible : drawnFrom(possible, draw)
  const compiled = drawn.length > 0 ? accepted(drawn) : []
  const valid = drawn.filter((_, index) => compiled[index])
  const mutants = valid.filter((mutant) => !isEquivalent(mutant))
  const measured = new Map<string, Measured>()
  const leftOut = new Set<string>()
  async function measure(tests: ReadonlySet<string>): Promise<void> {
    for (const test of tests) {
      const said = await (await start()).measure(test, files)
      if (said && !said.failed) measured.set(test, said)
      else {
        leftOut.add(test)
        print(`left out: ${test} fails here without a mistake: ${said?.failed ?? 'it did not end'}`)
      }
    }
  }
  await measure(new Set(mutants.flatMap(({ file }) => testsBy.get(file)!)))
  const isForVitest = (test: string) => leftOut.has(test) && !test.endsWith('.db.test.ts')
  const inVitest = vitestRuns(slow)
  const ofSources = testsOfSources()
  const sure = sureRuns(start, measured)
  const reachingOf = (tests: Iterable<string>, mutant: Mistake) =>
    [...tests].flatMap((test) => reachOf(test, measured.get(test), mutant) ?? [])
  const unnoticed = new Map<Mistake, readonly Reaching[]>()
  // Where none of its tests passes without a mistake, nothing is known of the file.
  const scored = files.filter((file) => {
    const chosen = testsBy.get(file)!
    return (
      !mutants.some((mutant) => mutant.file === file) ||
      chosen.length === 0 ||
      chosen.some((test) => measured.has(test) || isForVitest(test))
    )
  })
  for (const mutant of mutants.filter(({ file }) => scored.includes(file))) {
    const chosen = testsBy.get(mutant.file)!
    const loading = chosen.flatMap((test) => loadingOf(test, measured.get(test), mutant) ?? [])
    const reaching =
      [reachingOf(chosen, mutant), reachingOf(measured.keys(), mutant), loading].find(
        (some) => some.length > 0,
      ) ?? []
    // A constant may be read by tests that run nothing of its file.
    if ((await sure(mutant, reaching)) || (await sure(mutant, loading))) continue
    unnoticed.set(mutant, reaching)
    print(`  missed by its own tests: ${mutant.file}:${survivorOf([mutant, reaching])}`)
  }
  for (const turn of [0, 1]) {
    // The tests of users take long, and are worth it where nothing else reaches a mistake.
    const left = [...unnoticed].filter(([, reaching]) => turn === 0 || reaching.length === 0)
    const others = (file: string) => othersOf(file)[turn]!
    const all = new Set(left.flatMap(([{ file }]) => others(file)))
    await measure(new Set([...all].filter((test) => !measured.has(test))))
    for (const [mutant, reaching] of left) {
      const tried = new Set(reaching.map(({ test }) => test))
      const loading = others(mutant.file).flatMap(
        (test) => loadingOf(test, measured.get(test), mutant) ?? [],
      )
      const more = [reachingOf(measured.keys(), mutant), loading]
        .map((some) => some.filter(({ test }) => !tried.has(test)))
        .find((some) => some.length > 0)
      if (more && (await sure(mutant, more))) unnoticed.delete(mutant)
      else unnoticed.set(mutant, [...reaching, ...(more ?? [])])
    }
  }
  for (const mutant of [...unnoticed.keys()]) {
    const some = [...testsBy.get(mutant.file)!, ...othersOf(mutant.file)[0]!].filter(isForVitest)
    if (await inVitest(mutant, new Set([...some, ...ofSources]))) unnoticed.delete(mutant)
  }
  for (const file of scored) {
    const isHere = (mutant: Mistake) => mutant.file === file
    const survivors = [...unnoticed].filter(([mutant]) => isHere(mutant)).map(survivorOf)
    const killed = mutants.filter(isHere).length - survivors.length
    results[file] = {
      hash: hashOf(file),
      all: draw === null ? killed + survivors.length : possible.filter(isHere).length,
      killed,
      equivalent: valid.filter(isHere).length - killed - survivors.length,
      survivors,
    }
    if (killed + survivors.length === 0) continue
    print(`${file}: ${killed} of ${killed + survivors.length} killed`)
    for (const survivor of survivors) print(`  ${survivor}`)
  }
  mkdirSync(dirname(known), { recursive: true })
  // Read again, as other modules may have been run meanwhile.
  const all = { ...knownResults(), ...results }
  writeFileSync(known, JSON.stringify(all, null, 1))
  writeScores(all)
}

const knownResults = (): Record<string, Result> =>
  existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {}

/** The same ones in each run with a seed; of each file a share as large as its share of all. */
function drawnFrom(all: readonly Mistake[], { count, seed }: Draw): Mistake[] {
  const placed = [...Map.groupBy(all, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const start = placeOf(file + seed)
    return ofFile
      .map((mutant) => ({ mutant, place: placeOf(`${file} ${mutant.start} ${mutant.to}${seed}`) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ mutant }, index) => ({ mutant, place: (index + start) / ofFile.length }))
  })
  return placed
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** From 0 to 1, by chance as far as anyone can tell. */
const placeOf = (text: string): number => Number.parseInt(sha(text).slice(0, 12), 16) / 2 ** 48

const isEquivalent = ({ file, from, to }: Mistake): boolean =>
  equivalent.some((one) => one.file === file && one.from === from && one.to === to)

/** Tests of one file: those that reach a mistake, and how long they take. Null is each. */
type Reaching = { test: string; only: number[] | null; ms: number }

/** Of a mistake in what is only loaded, such as a constant, the tests that run anything of its file. */
function reachOf(test: string, measured: Measured | undefined, mutant: Mistake): Reaching | null {
  if (!measured) return null
  const partsIn = (reached: Reached) => reached[mutant.file] ?? []
  const isReached = (reached: Reached) => timesAt(partsIn(reached), mutant) > 0
  const isLoaded = isReached(measured.loaded)
  const isUsed = (reached: Reached) =>
    isLoaded ? partsIn(reached).some(([, , times]) => times > 0) : isReached(reached)
  const isAround = measured.around.some(isUsed)
  const tests = measured.tests.filter(({ reached }) => isAround || isUsed(reached))
  if (tests.length === 0) return null
  const only = isAround ? null : tests.map(({ id }) => id)
  return { test, only, ms: sum(tests.map(({ ms }) => ms)) }
}

/** The whole file of tests, where it loads what no test runs, such as a constant that other files use. */
const loadingOf = (test: string, measured: Measured | undefined, mutant: Mistake) =>
  measured && timesAt(measured.loaded[mutant.file] ?? [], mutant) > 0
    ? { test, only: null, ms: sum(measured.tests.map(({ ms }) => ms)) }
    : null

/** How often a place ran: what the smallest part around it says. */
function timesAt(parts: Reached[string], { start, end }: Mistake): number {
  const around = parts.filter(([from, to]) => from <= start && end <= to)
  const [, , times = 0] = around.toSorted(([a, b], [c, d]) => b - a - (d - c))[0] ?? []
  return times
}

/**
 * Whether a test fails with a mistake, the quick ones first. Tests that need earlier ones of their file fail alone even
 * without a mistake; then the whole file runs.
 */
function sureRuns(start: () => Promise<Quick>, measured: ReadonlyMap<string, Measured>) {
  const passAlone = new Map<string, boolean>()
  return async (mutant: Mistake, reaching: readonly Reaching[]): Promise<boolean> => {
    const quick = await start()
    for (const { test, only, ms } of reaching.toSorted((a, b) => a.ms - b.ms)) {
      const { file, text } = mutant
      if (!(await quick.failure({ file, text, test, only, ms }))) continue
      const key = `${test} ${only?.join(' ')}`
      if (only && !passAlone.has(key)) {
        const failed = await quick.failure({ file, text: textOf(file), test, only, ms })
        passAlone.set(key, !failed)
      }
      if (!only || passAlone.get(key)) return true
      const whole = sum(measured.get(test)!.tests.map((one) => one.ms))
      if (await quick.failure({ file, text, test, only: null, ms: whole })) return true
    }
    return false
  }
}

/** Whether one of the tests that pass under Vitest fails there with a mistake. */
function vitestRuns(start: () => Promise<TestRun>) {
  const passing = new Map<string, boolean>()
  return async ({ file, text }: Mistake, tests: ReadonlySet<string>): Promise<boolean> => {
    const vitest = await start()
    for (const test of tests)
      if (!passing.has(test)) passing.set(test, (await vitest.firstFailure([test])) === null)
    const some = [...tests].filter((test) => passing.get(test))
    return some.length > 0 && (await vitest.withText(file, text, some)).isKilled
  }
}

function survivorOf([mutant, reaching]: readonly [Mistake, readonly Reaching[]]): string {
  const reached = reaching.length > 0 ? '' : ' (no test reaches it)'
  return `${mutant.line}: ${short(mutant.from)} → ${short(mutant.to) || 'nothing'}${reached}`
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
  const own = directTests(file, importers, file)
  return own.length > 0 ? [...new Set(own)].toSorted() : testsOfUsers(file, importers, users)
}

/** The tests that import a file or stand in its folder; of rules, which are of `about`, the unit tests alone. */
const directTests = (
  file: string,
  importers: ReadonlyMap<string, string[]>,
  about: string,
): string[] =>
  [
    ...(importers.get(file) ?? []),
    ...globSync(`${dirname(file)}/*.test.{ts,tsx}`, { cwd: root }),
  ].filter((test) => !isRule(about) || !test.endsWith('.db.test.ts'))

/** The tests of those files that use a file. */
function testsOfUsers(
  file: string,
  importers: ReadonlyMap<string, string[]>,
  users: ReadonlyMap<string, string[]>,
): string[] {
  const chosen = (users.get(file) ?? []).flatMap((user) => directTests(user, importers, file))
  return [...new Set(chosen)].toSorted()
}

/** Unit tests that read the sources as texts, such as which pages have a guard. */
const testsOfSources = (): string[] =>
  globSync('{src,tests/harness}/**/*.test.{ts,tsx}', { cwd: root }).filter(
    (test) =>
      !test.endsWith('.db.test.ts') &&
      /readFileSync|site-map/.test(textOf(test)) &&
      /['`]src\b|site-map/.test(textOf(test)),
  )

/**
 * The tests of a module, scenarios of others that use it, and those that put all modules together. Of rules the unit
 * tests alone.
 */
function testsAround(folder: string, layer: string): string[] {
  const all = globSync('src/**/*.test.{ts,tsx}', { cwd: root }).filter(
    (test) => layer !== 'rules' || !test.endsWith('.db.test.ts'),
  )
  const isAround = (test: string) =>
    test.startsWith(`src/${folder}/`) ||
    (/\/what-[^/]+$/.test(test) && textOf(test).includes(`from '#${folder}/`)) ||
    /modules\.server\.ts'/.test(textOf(test))
  return all.filter(isAround).toSorted()
}

/**
 * One row for each module and layer of which something was run. A row of more files than were run here stays, as do the
 * rows of others.
 */
function writeScores(results: Record<string, Result>): void {
  const layerOf = (file: string) =>
    file.replace(/^src\/([^/]+)\/.*\.(rules|actions|store|adapter|page)\..*$/, '$1/$2')
  const files = globSync('src/**/*.{rules.ts,{actions,store,adapter}.server.ts,page.tsx}', {
    cwd: root,
  })
  const filesOf = Map.groupBy(files, layerOf)
  const rows = new Map(
    [...readFileSync(scores, 'utf8').matchAll(/^(\S+\/\S+) +(\d+)\/.*$/gm)].map(
      ([line, layer, run]) => [layer!, { line, run: Number(run) }] as const,
    ),
  )
  for (const [layer, all] of filesOf) {
    const run = all.flatMap((file) => results[file] ?? [])
    const killed = sum(run.map((result) => result.killed))
    const tried = killed + sum(run.map(({ survivors }) => survivors.length))
    if (tried === 0 || run.length < (rows.get(layer)?.run ?? 0)) continue
    const possible = sum(run.map((result) => result.all))
    const cells = [
      `${run.length}/${all.length}`,
      tried < possible ? `${tried}/${possible}` : tried,
      killed,
      `${Math.round((killed / tried) * 100)}%`,
      sum(run.map((result) => result.equivalent)),
    ]
    rows.set(layer, { line: rowOf(layer, cells), run: run.length })
  }
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { line }]) => line)
  writeFileSync(
    scores,
    [
      '# Generated mutants, by module',
      '',
      'Written by `npm run test:mutation -- MODULE`. “40/900”: 40 drawn of 900.',
      '',
      '```text',
      rowOf('layer', ['files', 'mutants', 'killed', 'share', 'equivalent']),
      ...lines,
      '```',
      '',
    ].join('\n'),
  )
}

const rowOf = (layer: string, cells: readonly unknown[]): string =>
  layer.padEnd(24) + cells.map((cell) => String(cell).padStart(11)).join('')

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
