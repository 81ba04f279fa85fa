// `npm run check`: types, lint, format and import rules, each counted.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { node24, root } from './prepare.mjs'

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const folders = ['src', 'launch', 'fakes', 'tests', 'bench']

const checks: [name: string, command: string, args: string[]][] = [
  ['route types', node24, [bin('react-router'), 'typegen']],
  ['types', bin('tsc'), ['--noEmit']],
  ['lint', node24, [bin('oxlint'), '--report-unused-disable-directives-severity=error']],
  ['format', node24, [bin('oxfmt'), '--check', ...folders]],
  ['import rules', node24, [bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...folders]],
]

let failed = 0
for (const [name, command, args] of checks) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  process.stdout.write(`${status === 0 ? 'passed' : 'FAILED'}  ${name}\n`)
  if (status === 0) continue
  failed++
  process.stdout.write(`${stdout}${stderr}\n`)
}
process.stdout.write(`checks: ${checks.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
