import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

/**
 * Copies the repository without builds and packages, so that mutations never touch the sources; the copy is
 * removed when the process ends.
 */
export function copyOfRepository(): string {
  const below = join(root, '.data-test')
  mkdirSync(below, { recursive: true })
  const folder = mkdtempSync(join(below, 'mutation-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130))
  }
  const excluded = /^(node_modules|build|\.git|\.data.*)$/
  for (const name of readdirSync(root)) {
    if (!excluded.test(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
