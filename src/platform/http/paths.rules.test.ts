import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const routes = readFileSync('src/routes.ts', 'utf8')
const segments = new Set(
  [...routes.matchAll(/\broute\(\s*'([\w-]+)/g)].map(([, segment]) => segment!).concat('api'),
)

/** Patterns of Fastify's own routes, which lie under a prefix or are told apart by their method. */
const registered = /\.(?:get|post|put|all)\(\s*['"`][^'"`]+/g
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm

function addressesIn(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(comment, '').replaceAll(registered, '')
  return [...code.matchAll(/(?:['"`]|\})\/([\w-]+)(?=[/?#'"`$])/g)]
    .filter(([, segment]) => segments.has(segment!))
    .map(([address]) => `${file}: ${address}`)
}

test('no address of the shop is written outside paths.ts', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join('src', name))
    // The addresses of a carrier's API are the carrier's.
    .filter(
      (name) =>
        name !== 'src/platform/http/paths.rules.ts' && !name.startsWith('src/shipping/tracking/'),
    )
  expect(files.flatMap(addressesIn)).toEqual([])
})
