// `node launch/run.mjs [--build] SCRIPT ARGS…`: installs (and builds) what is missing or stale, then
// runs a script of this repository on Node 24. Starts on any Node from 20 on.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { endWith } from './cannot-start.mjs'
import { build, checkMachine, install, node24, root } from './prepare.mjs'

const args = process.argv.slice(2)
const needsBuild = args[0] === '--build'
const [script, ...rest] = needsBuild ? args.slice(1) : args
const print = (sentence) => process.stderr.write(`${sentence}\n`)

try {
  checkMachine()
  await install(print)
  if (needsBuild) await build(print)
} catch (error) {
  endWith(error)
}

const child = spawn(node24, [join(root, script), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') },
})
// The terminal sends Ctrl-C to the child as well.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
process.on('SIGHUP', () => child.kill('SIGTERM'))
stopWithNpm()
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** npm passes SIGTERM only to its shell, which exits without passing it on: a changed parent id shows that. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const polling = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(polling)
    child.kill('SIGTERM')
  }, 250)
}
