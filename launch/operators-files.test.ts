import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { linesWith } from '#tests/harness/code-lines.ts'

/** What an operator makes beside compose.yaml; each has secrets. */
const files = ['.env', 'shop.env', 'migrate.env', 'database.env', 'deploy/certs/key.pem']

test.each(files)('%s stays out of the repository', (file) => {
  expect(execFileSync('git', ['check-ignore', file], { encoding: 'utf8' })).toBe(`${file}\n`)
})

test('the image takes only what is named, and nothing of these', () => {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(lines.find((line) => line && !line.startsWith('#'))).toBe('*')
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(named).not.toContain('deploy')
  expect(named.filter((name) => files.includes(name))).toEqual([])
})

test('the image takes the drawings that the shop imports from outside its sources', () => {
  const named = readFileSync('.dockerignore', 'utf8').split('\n')
  const imported = linesWith(`from '[./]+/brand/`).map((line) => /brand[^?']+/.exec(line)![0])
  expect([...new Set(imported)].toSorted()).toEqual([
    'brand/pdf/cordillera.svg',
    'brand/wordmark.svg',
  ])
  expect(named).toEqual(expect.arrayContaining(imported.map((file) => `!${file}`)))
})

test('the service and the proxy of Debian are started as its own files expect', () => {
  // Debian's nginx.service waits for this file.
  expect(readFileSync('deploy/nginx.conf', 'utf8')).toContain('\npid /run/nginx.pid;\n')
  const [, flags] = /^CMD \["node", (.*), "build/m.exec(readFileSync('Dockerfile', 'utf8'))!
  const service = readFileSync('deploy/kohue@.service', 'utf8')
  expect(service).toContain(flags!.replaceAll(/[",]/g, ''))
  expect(service).toMatch(/^Environment=.*\bMALLOC_ARENA_MAX=2$/m)
})
