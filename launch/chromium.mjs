import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { CannotStart } from './cannot-start.mjs'

/** Without a window it takes half the processor time of the whole browser. */
const headless = '/usr/bin/chromium-headless-shell'
/** Whose measures the fallback of each typeface carries (src/ui/fonts.css): without it text moves. */
const fallbackFonts = { path: '/usr/share/fonts/truetype/liberation', name: 'fonts-liberation' }
const withWindow = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of the browser that tests and measurements use: CHROMIUM, or the lightest that is
 * installed. On Debian, as root, a missing one is installed from Debian's packages first.
 */
export function findChromium(print = () => {}, { headed = false } = {}) {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (!existsSync(fallbackFonts.path) && mayInstall()) {
    const failure = installFromDebian([fallbackFonts.name])
    if (failure) print(`Without ${fallbackFonts.name} some pages move as they load: ${failure}`)
  }
  if (!headed && existsSync(headless)) return headless
  const other = withWindow.find(existsSync)
  if (headed && other) return other
  const name = headed ? 'chromium' : 'chromium-headless-shell'
  if (mayInstall()) {
    print('Installing Chromium from Debian …')
    const failure = installFromDebian([name])
    if (!failure) return `/usr/bin/${name}`
    if (!other) throw new CannotStart(`Chromium could not be installed: ${failure}`)
  }
  if (other) return other
  throw new CannotStart(
    `This needs Chromium: install it (on Debian: apt-get install ${name}) or set CHROMIUM to its path.`,
  )
}

/** Installs Debian packages as root. Returns what failed, or null. */
export function installFromDebian(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) return `apt-get ${args[0]} failed.\n${stderr ?? ''}`
  }
  return null
}

/** Whether packages can be installed here: Debian, as root. */
export const mayInstall = () => isDebian() && process.getuid?.() === 0

function isDebian() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return /^ID(_LIKE)?=.*debian/m.test(release)
}
