// `npm run check`: types, lint, import rules and format, each counted.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { endWith } from './plain-sentence.mjs'
import { checkMachine, install, node24, root } from './prepare.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)

const checks = [
  ['route types', node24, [bin('react-router'), 'typegen']],
  ['types', bin('tsc'), ['--noEmit']],
  ['lint', node24, [bin('oxlint')]],
  ['format', node24, [bin('oxfmt'), '--check', 'src', 'launch', 'stand-ins', 'tests', 'bench']],
  ['import rules', node24, [join(root, 'launch', 'import-rules.ts')]],
]

try {
  checkMachine()
  await install((line) => process.stderr.write(`${line}\n`))
} catch (error) {
  endWith(error)
}

let failed = 0
for (const [name, command, args] of checks) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  process.stdout.write(`${status === 0 ? 'passed' : 'FAILED'}  ${name}\n`)
  if (status !== 0) {
    failed++
    process.stdout.write(`${stdout}${stderr}\n`)
  }
}
process.stdout.write(`checks: ${checks.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
