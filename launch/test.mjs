// `npm test`: installs and builds what is missing, brings Chromium, and runs every test.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { findChromium } from './chromium.mjs'
import { endWith } from './plain-sentence.mjs'
import { build, checkMachine, install, node24, root } from './prepare.mjs'
import { recordTraffic } from './provider-traffic.mjs'

const say = (sentence) => process.stderr.write(`${sentence}\n`)

try {
  checkMachine()
  await install(say)
  await build(say)
  const chromium = findChromium(say)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const traffic = recordTraffic()
  const tests = spawn(node24, [vitest, 'run', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, RECORD_TO: traffic.file },
  })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => tests.kill('SIGTERM'))
  tests.on('exit', (code) => {
    const misfits = traffic.check()
    process.exit((code ?? 1) || misfits)
  })
} catch (error) {
  endWith(error)
}
