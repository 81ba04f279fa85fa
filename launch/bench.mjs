// `npm run bench`: opens a house of its own and measures it beside bare node:http in the same run.
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
const bench = spawn(node24, [join(root, 'bench', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.on('SIGINT', () => {})
process.on('SIGTERM', () => bench.kill('SIGTERM'))
bench.on('exit', (code) => process.exit(code ?? 1))
