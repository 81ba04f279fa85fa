import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** True if the program is installed; on Debian as root it is installed from Debian's packages. */
export function hasProgram(program: string, debianPackage: string): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env })
  // The packaged service would start and listen on its own port.
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
    env: { ...env, RUNLEVEL: '1' },
  })
  return existsSync(program)
}
