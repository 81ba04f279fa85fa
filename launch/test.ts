// `npm test`: runs the tests; builds the shop and installs Chromium where they are needed.
//   npm test -- FILE…               these files (or folders) alone
//   npm test -- --project unit      the unit tests alone
//   npm test -- FILE --watch        again after each save
//   npm test -- tests/e2e/… --headed | --trace
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

import { findChromium } from './browsers.ts'
import { endWith } from './cannot-start.mjs'
import type { Package } from './debian.ts'
import { build, node24, root } from './prepare.mjs'

const args = process.argv.slice(2)
const takeFlag = (name: string): boolean => {
  const at = args.indexOf(name)
  if (at >= 0) args.splice(at, 1)
  return at >= 0
}
const watch = takeFlag('--watch')
const headed = takeFlag('--headed')
const trace = takeFlag('--trace')
const print = (line: string) => process.stderr.write(`${line}\n`)

/** Only tests of a running shop need a build: those below `tests/`. In doubt it is built. */
function needsBuild(): boolean {
  const projects = args.flatMap((arg, at) => (args[at - 1] === '--project' ? [arg] : []))
  if (projects.length > 0)
    return !projects.every((name) => ['unit', 'servers', 'database'].includes(name))
  const files = args.filter((arg) => !arg.startsWith('-'))
  const isOutsideTests = (file: string) =>
    existsSync(file) && /^(src|launch|fakes|bench)\//.test(relative(root, resolve(file)))
  return files.length === 0 || !files.every(isOutsideTests)
}

const folder = mkdtempSync(join(tmpdir(), 'kohue-traffic-'))
const recording = join(folder, 'calls.ndjson')
try {
  const env = { ...process.env, RECORD_TO: recording } as Record<string, string>
  if (needsBuild()) {
    // Beside the build: it waits for the network.
    const installing = args.length === 0 ? installPackages() : null
    await build(print)
    await installing
    env['CHROMIUM'] = findChromium({ headed })
  }
  if (headed) env['HEADED'] = 'true'
  if (trace) env['TRACE'] = 'true'
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const tests = spawn(node24, [vitest, watch ? 'watch' : 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => tests.kill('SIGTERM'))
  tests.on('exit', (code) => process.exit((code ?? 1) || checkTraffic()))
} catch (error) {
  endWith(error)
}

/** Tests whose programs can't be had are skipped. */
async function installPackages(): Promise<void> {
  const names: Package[] = [
    'chromium-headless-shell',
    'fonts-liberation',
    'firefox-esr',
    'webkit2gtk-driver',
    'xvfb',
    'xauth',
    'nginx-light',
    'pgbouncer',
    'postgresql-client',
    'faketime',
  ]
  const script = join(root, 'launch', 'debian.ts')
  await once(spawn(node24, [script, ...names], { stdio: 'inherit' }), 'exit')
}

/**
 * Checks every call that the tests made to the fake payment server against the type declarations of the
 * provider's package, so that the fake accepts nothing that the provider would refuse.
 */
function checkTraffic(): number {
  try {
    if (!existsSync(recording)) return 0
    const script = join(root, 'fakes', 'conformance', 'check-recording.ts')
    return spawnSync(node24, [script, recording], { cwd: root, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
