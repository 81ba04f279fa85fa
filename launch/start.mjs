// `npm start`: installs and builds what is missing or stale, then opens the house on Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { endWith } from './plain-sentence.mjs'
import { build, checkMachine, install, node24, root } from './prepare.mjs'

const say = (sentence) => process.stderr.write(`${sentence}\n`)

try {
  checkMachine()
  await install(say)
  await build(say)
} catch (error) {
  endWith(error)
}

const house = spawn(node24, [join(root, 'launch', 'house.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'build', '.compiled') },
})
// The terminal sends Ctrl-C to both; a SIGTERM reaches only this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => house.kill('SIGTERM'))
process.on('SIGHUP', () => house.kill('SIGTERM'))
watchNpm()
house.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/**
 * npm hands a SIGTERM to its shell alone, which ends without a word. Whose parent is another one all
 * of a sudden has lost it, and closes the house.
 */
function watchNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    house.kill('SIGTERM')
  }, 250)
}
