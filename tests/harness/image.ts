import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { node24, root } from '#launch/prepare.mjs'

export type Image = {
  folder: string
  /** Runs the image's command, or another of its commands, as a container would. */
  run(env: Record<string, string>, args?: string[]): ChildProcess
  remove(): void
}

const isRoot = process.getuid?.() === 0

/**
 * Assembles the files of the container image, and runs its commands without a container engine: as root, as
 * the user `nobody` on a read-only file system.
 */
export function assembleImage(): Image {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-image-'))
  const folder = join(dir, 'shop')
  chmodSync(dir, 0o755)
  execFileSync(node24, [join(root, 'launch', 'assemble.mjs'), folder], { cwd: root })
  const node = join(dir, 'node')
  cpSync(node24, node)
  cpSync(join(root, 'tests', 'harness', 'no-outside.mjs'), join(dir, 'no-outside.mjs'))
  const readOnly = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && ! touch x 2>/dev/null`
  const asNobody = 'exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$@"'
  return {
    folder,
    run(env, args = ['build/server/index.js']) {
      const command = [node, ...args]
      const [file, ...rest] = isRoot
        ? ['unshare', '-m', 'sh', '-c', `${readOnly} && ${asNobody}`, folder, ...command]
        : command
      return spawn(file!, rest, {
        cwd: folder,
        env: {
          NODE_OPTIONS: `--import=${join(dir, 'no-outside.mjs')}`,
          PATH: process.env['PATH'],
          ...env,
        },
      })
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
