import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { node24, root } from './prepare.mjs'

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })]
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const wordsAfter = (pattern: RegExp) =>
  documents.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(pattern)].map(([, word]) => ({
      name,
      word: word!,
    })),
  )

test('every `npm run` of the documents is a script', () => {
  const named = wordsAfter(/npm run ([a-z][\w:]*)/g)
  expect(named.length).toBeGreaterThan(30)
  const missing = named.filter(({ word }) => !(word in scripts))
  // The name that this command had before `reconcile`.
  expect(missing).toEqual([{ name: join('docs', 'upgrading.md'), word: 'books:check' }])
})

test('every part that the documents measure is one of the bench, which starts', async () => {
  const named = new Set(wordsAfter(/npm run bench -- ([a-z][\w-]*)/g).map(({ word }) => word))
  const said = await new Promise<string>((resolve) => {
    const args = [join(root, 'bench/main.ts'), 'no-such-part']
    execFile(node24, args, { cwd: root }, (_failed, _stdout, stderr) => resolve(stderr))
  })
  const parts = / the parts are: (.*)\./.exec(said)?.[1]?.split(', ')
  expect(parts, said).toContain('purchases')
  expect(named.size).toBeGreaterThan(5)
  expect([...named].filter((part) => !parts!.includes(part))).toEqual([])
})
