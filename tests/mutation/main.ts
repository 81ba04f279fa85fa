// `npm run test:mutation`: mutation testing. Applies each of a reviewed list of mutations to the code, one at
// a time, and runs the tests that have to fail. Works on a copy, which is removed at the end.
//   npm run test:mutation -- WORDS…     only mutations whose name or file contains one of the words
//   npm run test:mutation -- --check    only checks that each can still be applied
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

import type { CodeMutation, Mutation } from './mutation.ts'
import { textOf, whyStale } from './mutation.ts'
import { mutations } from './mutations/all.ts'
import type { TestRun } from './run-tests.ts'
import { startTests } from './run-tests.ts'

/** Minimum share of killed mutations. */
const minKilled = 0.9

const print = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isChosen = (mutation: Mutation) =>
  words.length === 0 ||
  words.some(
    (word) => mutation.name.includes(word) || ('file' in mutation && mutation.file.includes(word)),
  )

const stale = mutations.flatMap((mutation) => {
  const why = whyStale(mutation)
  return why ? [`${mutation.name}: ${why}`] : []
})
for (const line of stale) print(`cannot be applied  ${line}`)
if (stale.length > 0 || process.argv.includes('--check')) {
  print(`${mutations.length - stale.length} of ${mutations.length} mutations can be applied`)
  process.exit(stale.length > 0 ? 1 : 0)
}

const chosen = mutations.filter(isChosen)
const copy = copyOfRepository()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(130))
}
const tests = await startTests(copy)
const isPassed = await run(tests).finally(() => tests.close())
process.exit(isPassed ? 0 : 1)

async function run(on: TestRun): Promise<boolean> {
  const files = [...new Set(chosen.flatMap((mutation) => mutation.tests))]
  print(
    `${chosen.length} mutations; first a run of the ${files.length} test files without mutations`,
  )
  const failing = await on.firstFailure(files)
  if (failing) {
    print(`FAILED without a mutation: ${failing}`)
    return false
  }
  let killed = 0
  let unexplained = 0
  for (const mutation of chosen) {
    const started = Date.now()
    const failure = await firstFailureWith(on, mutation)
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    if (failure) killed++
    else if (!mutation.survives) unexplained++
    print(
      failure
        ? `killed    ${mutation.name} (${seconds} s, by ${failure})`
        : `SURVIVED  ${mutation.name} (${seconds} s) ${mutation.survives ?? ''}`,
    )
    if (failure && mutation.survives) print(`          expected to survive: ${mutation.survives}`)
  }
  const share = chosen.length === 0 ? 1 : killed / chosen.length
  const percent = (share * 100).toFixed(1)
  print(`mutations: ${killed} killed, ${chosen.length - killed} survived, ${percent} % killed`)
  return share >= minKilled && unexplained === 0
}

async function firstFailureWith(on: TestRun, mutation: Mutation): Promise<string | null> {
  if ('file' in mutation) return withFile(on, mutation)
  await on.inTemplate(mutation.sql)
  try {
    return await on.firstFailure(mutation.tests)
  } finally {
    await on.inTemplate(mutation.undo)
  }
}

async function withFile(on: TestRun, mutation: CodeMutation): Promise<string | null> {
  const path = join(copy, mutation.file)
  const original = textOf(mutation.file)
  writeFileSync(
    path,
    original.replace(mutation.search, () => mutation.replace),
  )
  on.forget(mutation.file)
  try {
    return await on.firstFailure(mutation.tests)
  } finally {
    writeFileSync(path, original)
    on.forget(mutation.file)
  }
}

/** Copies the repository without builds and packages, so that mutations never touch the sources. */
function copyOfRepository(): string {
  const below = join(root, '.data-test')
  mkdirSync(below, { recursive: true })
  const folder = mkdtempSync(join(below, 'mutation-'))
  const excluded = /^(node_modules|build|\.git|\.data.*)$/
  for (const name of readdirSync(root)) {
    if (!excluded.test(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
