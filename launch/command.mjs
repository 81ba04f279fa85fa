// Runs one of the shop's commands on Node 24, with a database: `node launch/command.mjs FILE ARGS…`
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { endWith } from './plain-sentence.mjs'
import { checkMachine, install, node24, root } from './prepare.mjs'

try {
  checkMachine()
  await install((line) => process.stderr.write(`${line}\n`))
} catch (error) {
  endWith(error)
}

const command = spawn(
  node24,
  [join(root, 'launch', 'with-database.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.on('SIGINT', () => {})
process.on('SIGTERM', () => command.kill('SIGTERM'))
command.on('exit', (code) => process.exit(code ?? 1))
