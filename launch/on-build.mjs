// Installs and builds what is missing or stale, then runs a script of the repository on Node 24:
// `node launch/on-build.mjs bench/budgets.ts ARGS…`
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { endWith } from './plain-sentence.mjs'
import { build, checkMachine, install, node24, root } from './prepare.mjs'

const [script, ...args] = process.argv.slice(2)
const say = (sentence) => process.stderr.write(`${sentence}\n`)

try {
  checkMachine()
  await install(say)
  await build(say)
} catch (error) {
  endWith(error)
}

const child = spawn(node24, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
