import { spawnSync } from 'node:child_process'
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '#launch/prepare.mjs'

import { copyOfRepository } from './copy.ts'
import { textOf } from './mutation.ts'

/**
 * Which of these texts of files have right types: the others are refused before any test could notice. Each stands
 * beside its file in a copy, so that one check covers all.
 */
export function accepted(texts: readonly { file: string; text: string }[]): boolean[] {
  const copy = copyOfRepository()
  const names = texts.map(({ file }, index) => file.replace(/\.(tsx?)$/, `.mutant${index}.$1`))
  texts.forEach(({ text }, index) => writeFileSync(join(copy, names[index]!), text))
  // With what they import and what adds to types, and no more: the whole takes three times as long.
  const adding = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /^declare /m.test(textOf(file)),
  )
  const only = { extends: './tsconfig.json', include: [], files: [...names, ...adding] }
  writeFileSync(join(copy, 'tsconfig.mutants.json'), JSON.stringify(only))
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['-p', 'tsconfig.mutants.json', '--pretty', 'false'], {
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
