// Runs on any Node from 20 on, before anything is installed: no dependencies, no TypeScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { CannotStart } from './cannot-start.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const node24 = join(root, 'node_modules', 'node', 'bin', 'node')

const buildStamp = join(root, 'build', '.stamp')

/** Inputs of a build. */
const sources = [
  'src',
  'public',
  'launch/compress.mjs',
  'launch/runtime-packages.mjs',
  'launch/page-scripts.ts',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

/** Throws CannotStart when the shop can't run on this machine. */
export function checkMachine() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    throw new CannotStart(`Kohue needs Node 20 or newer; this is Node ${process.versions.node}.`)
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new CannotStart(
      `Kohue can't write to its own folder ${root}; give yourself the rights or clone it elsewhere.`,
    )
  }
}

/** Installs the packages when they are missing or the lock file changed since. */
export async function install(print) {
  if (isInstalled()) return
  print('Installing packages (about a minute the first time) …')
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'Installing the packages')
  if (!existsSync(node24))
    throw new CannotStart(
      'npm did not install Node 24; check that install scripts are allowed and run npm ci.',
    )
}

/**
 * Whether the packages of the lock file are there, also after an `npm ci` by hand. A second one would take away
 * the Node of running processes. npm writes down last what it installed.
 */
function isInstalled() {
  const installed = read(join(root, 'node_modules', '.package-lock.json'))
  if (!installed || !existsSync(node24)) return false
  const { packages } = JSON.parse(installed)
  const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    path in packages ? packages[path].version === version : optional || path === '',
  )
}

/** Builds the shop when a source changed since the last build. */
export async function build(print) {
  const wanted = await fingerprint()
  if (read(buildStamp) === wanted && existsSync(join(root, 'build', 'server', 'index.js'))) return
  print('Building the shop …')
  await run(
    node24,
    [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
    'Building the shop',
  )
  const compress = join(root, 'launch', 'compress.mjs')
  if (existsSync(compress)) await run(node24, [compress], 'Compressing the files of the build')
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, wanted)
}

/** Runs a long step; its output is shown only when it fails. */
function run(command, args, what) {
  return new Promise((done, fail) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: '' },
    })
    const ticking = process.stderr.isTTY
      ? setInterval(() => process.stderr.write('.'), 2_000)
      : undefined
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) =>
      fail(new CannotStart(`${what} failed: ${command} could not be run (${error.code}).`)),
    )
    child.on('close', (code) => {
      clearInterval(ticking)
      if (ticking) process.stderr.write('\n')
      if (code === 0) return done()
      const reason = output.includes('ENOSPC') ? 'the disk is full' : `exit code ${code}`
      process.stderr.write(output.slice(-4_000))
      fail(new CannotStart(`${what} failed (${reason}); the output above says more.`))
    })
  })
}

/** Names, sizes and times of all sources: cheap to read at each start. */
async function fingerprint() {
  const marks = []
  const visit = async (path) => {
    const info = await stat(path).catch(() => null)
    if (!info) return
    if (!info.isDirectory())
      return void marks.push(`${path} ${info.size} ${Math.trunc(info.mtimeMs)}`)
    const names = await readdir(path)
    await Promise.all(names.map((name) => visit(join(path, name))))
  }
  await Promise.all(sources.map((source) => visit(join(root, source))))
  return hash(marks.sort().join('\n'))
}

const hash = (content) => createHash('sha256').update(content).digest('hex')

const read = (path) =>
  existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : null
