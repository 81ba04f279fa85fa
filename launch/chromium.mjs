import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { CannotStart } from './plain-sentence.mjs'

/** The one that draws no window of its own takes half the processor time of the whole browser. */
const shell = '/usr/bin/chromium-headless-shell'
const others = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of the browser that tests and measurements use: CHROMIUM, or the lightest that is here.
 * On Debian as root the lightest is installed from Debian's packages first.
 */
export function findChromium(say = () => {}) {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (existsSync(shell)) return shell
  const other = others.find(existsSync)
  if (isDebian() && process.getuid?.() === 0) {
    const fault = install('chromium-headless-shell', say)
    if (!fault) return shell
    if (!other) throw new CannotStart(`Chromium could not be installed: ${fault}`)
  }
  if (other) return other
  throw new CannotStart(
    'This needs Chromium: install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path.',
  )
}

/** What failed, or null. */
function install(name, say) {
  say('Installing Chromium from Debian …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) return `apt-get ${args[0]} failed.\n${stderr ?? ''}`
  }
  return null
}

function isDebian() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^ID(_LIKE)?=.*debian/m.test(release)
}
