import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

import { copyOfRepository } from './copy.ts'

/**
 * Which of those texts of files the check of types accepts: it refuses the others before any test could. Each stands beside its
 * file in a copy, so that one check says it of all.
 */
export function accepted(texts: readonly { file: string; text: string }[]): boolean[] {
  const copy = copyOfRepository()
  const names = texts.map(({ file }, index) => file.replace(/\.ts$/, `.mutant${index}.ts`))
  texts.forEach(({ text }, index) => writeFileSync(join(copy, names[index]!), text))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['--noEmit', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  rmSync(copy, { recursive: true, force: true })
  // What is no longer used says nothing about whether it is right.
  const refused = new Set(
    [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS(?!6133|6192|6196|6198)/gm)].map(
      ([, name]) => name,
    ),
  )
  return names.map((name) => !refused.has(name))
}
