// `npm run mail:preview`: shows every letter with sample data; `-- --out DIR` writes them instead.
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

const preview = spawn(node24, [join(root, 'launch', 'mail-preview.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.on('SIGINT', () => {})
process.on('SIGTERM', () => preview.kill('SIGTERM'))
preview.on('exit', (code) => process.exit(code ?? 1))
