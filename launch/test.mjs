// `npm test`: installs and builds what is missing, brings Chromium, and runs every test.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CannotStart, endWith } from './plain-sentence.mjs'
import { build, checkMachine, install, node24, root } from './prepare.mjs'
import { recordTraffic } from './provider-traffic.mjs'

const say = (sentence) => process.stderr.write(`${sentence}\n`)

try {
  checkMachine()
  await install(say)
  await build(say)
  const chromium = findChromium() ?? installChromium()
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

function findChromium() {
  const named = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return named.find((path) => path && existsSync(path))
}

/** On Debian as root: from Debian's packages. Elsewhere: says what to install. */
function installChromium() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (!/^ID(_LIKE)?=.*debian/m.test(release) || process.getuid?.() !== 0) {
    throw new CannotStart(
      'The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM to its path.',
    )
  }
  say('Installing Chromium from Debian …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) {
      process.stderr.write(stderr ?? '')
      throw new CannotStart(
        `Chromium could not be installed: apt-get ${args[0]} failed; the output above says why.`,
      )
    }
  }
  return '/usr/bin/chromium'
}
