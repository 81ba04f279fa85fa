import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

/**
 * True if the program is installed, at a path that may have wildcards; on Debian as root it is installed from
 * Debian's packages.
 */
export function hasProgram(program: string, debianPackage: string): boolean {
  const isThere = () => globSync(program).length > 0
  if (isThere()) return true
  if (process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env })
  // The packaged service would start and listen on its own port.
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
    env: { ...env, RUNLEVEL: '1' },
  })
  return isThere()
}
