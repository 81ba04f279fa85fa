// `npm run test:mutation`: mutation testing. Applies each of a reviewed list of mutations to the code, one at
// a time, and runs the tests that have to fail. Works on a copy, which is removed at the end.
//   npm run test:mutation -- WORDS…     only mutations whose name or file contains one of the words
//   npm run test:mutation -- --check    only checks that each can still be applied
// With the name of a module it makes the mistakes itself instead: see generated.ts.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { root } from '#launch/prepare.mjs'

import { copyOfRepository } from './copy.ts'
import { runGenerated } from './generated.ts'
import type { Mutation } from './mutation.ts'
import { textOf, whyStale } from './mutation.ts'
import { mutations } from './mutations/all.ts'
import type { TestRun, Verdict } from './run-tests.ts'
import { startTests } from './run-tests.ts'

/** Minimum share of killed mutations. */
const minKilled = 0.9

const print = (line: string) => process.stdout.write(`${line}\n`)
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, draw: { type: 'string' }, seed: { type: 'string' } },
})
if (words[0] && existsSync(join(root, 'src', words[0]))) {
  const { draw, seed = '' } = options
  await runGenerated(words[0], words.slice(1), draw ? { count: Number(draw), seed } : null)
  process.exit(0)
}
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
if (stale.length > 0 || options.check) {
  print(`${mutations.length - stale.length} of ${mutations.length} mutations can be applied`)
  process.exit(stale.length > 0 ? 1 : 0)
}

const chosen = mutations.filter(isChosen)
const copy = copyOfRepository()
const tests = await startTests(copy, textOf)
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
    const verdict = await verdictOn(on, mutation)
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    if (verdict.isKilled) killed++
    else if (!mutation.survives) unexplained++
    print(
      verdict.isKilled
        ? `killed    ${mutation.name} (${seconds} s, by ${verdict.by})`
        : `SURVIVED  ${mutation.name} (${seconds} s, ${verdict.why}) ${mutation.survives ?? ''}`,
    )
    if (verdict.isKilled && mutation.survives) {
      print(`          expected to survive: ${mutation.survives}`)
    }
  }
  const share = chosen.length === 0 ? 1 : killed / chosen.length
  const percent = (share * 100).toFixed(1)
  print(`mutations: ${killed} killed, ${chosen.length - killed} survived, ${percent} % killed`)
  return share >= minKilled && unexplained === 0
}

async function verdictOn(on: TestRun, mutation: Mutation): Promise<Verdict> {
  if ('file' in mutation) {
    const text = textOf(mutation.file).replace(mutation.search, () => mutation.replace)
    return on.withText(mutation.file, text, mutation.tests)
  }
  await on.inTemplate(mutation.sql)
  try {
    const by = await on.firstFailure(mutation.tests)
    return by ? { isKilled: true, by } : { isKilled: false, why: 'all passed' }
  } finally {
    await on.inTemplate(mutation.undo)
  }
}
