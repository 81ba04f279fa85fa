// `npm run test:mutation`: puts each of a reviewed list of small mistakes into the code, one at a time,
// and runs the tests that ought to notice. Works on a copy, which is removed at the end.
//   npm run test:mutation -- WORDS…     only mutations whose name or file contains one of the words
//   npm run test:mutation -- --check    only whether each can still be applied
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

/** Share of the mutations that tests have to notice. */
const leastKilled = 0.9

const print = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isAskedFor = (mutation: Mutation) =>
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

const chosen = mutations.filter(isAskedFor)
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
  print(`${chosen.length} mutations; first the ${files.length} test files without any of them`)
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
    if (failure && mutation.survives) print(`          said to survive: ${mutation.survives}`)
  }
  const share = chosen.length === 0 ? 1 : killed / chosen.length
  const percent = (share * 100).toFixed(1)
  print(`mutations: ${killed} killed, ${chosen.length - killed} survived, ${percent} % killed`)
  return share >= leastKilled && unexplained === 0
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

/** All that tests read, without what is built or installed: a mistake never stands in the sources. */
function copyOfRepository(): string {
  const below = join(root, '.data-test')
  mkdirSync(below, { recursive: true })
  const folder = mkdtempSync(join(below, 'mutation-'))
  const left = /^(node_modules|build|\.git|\.data.*)$/
  for (const name of readdirSync(root)) {
    if (!left.test(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
