// Programs of Debian's packages. By itself it installs those that are named: `node launch/debian.ts xvfb xauth`.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'

/** Debian's packages that tests, measurements and the rehearsal use, with a path of each, which may have wildcards. */
const packages = {
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  chromium: '/usr/bin/chromium',
  'fonts-liberation': '/usr/share/fonts/truetype/liberation',
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/xvfb-run',
  xauth: '/usr/bin/xauth',
  'nginx-light': '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-client': '/usr/bin/psql',
  faketime: '/usr/lib/*/faketime/libfaketimeMT.so.1',
  postgresql: '/usr/lib/postgresql/*/bin/postgres',
} as const

export type Package = keyof typeof packages

/** The newest path of a package, or null where it is not installed. */
export const pathOf = (name: Package): string | null =>
  globSync(packages[name]).toSorted().at(-1) ?? null

/** Whether packages can be installed here: Debian, as root. */
export const mayInstall = (): boolean => isDebian() && process.getuid?.() === 0

/** Installs those that are missing, without starting their services. Returns why they can't be had, or null. */
export function installFromDebian(...names: Package[]): string | null {
  const missing = names.filter((name) => !pathOf(name))
  if (missing.length === 0) return null
  if (!mayInstall()) return `on Debian, as root: apt-get install ${missing.join(' ')}`
  process.stderr.write(`Installing ${missing.join(', ')} from Debian …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Two tests may ask at once; the second waits for the first.
  const wait = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  for (const args of [
    ['update', ...wait],
    ['install', '-y', '--no-install-recommends', ...wait, ...missing],
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

if (import.meta.main) {
  const failure = installFromDebian(...(process.argv.slice(2) as Package[]))
  if (failure) process.stderr.write(`Some packages could not be installed: ${failure}\n`)
}
