import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { root } from './prepare.mjs'

/**
 * Who may import whom (docs/architecture.md). `types` are rooms of which only types may be taken.
 * A room may always import itself.
 */
const rooms: Record<string, { imports: string[]; types?: string[]; packages?: RegExp }> = {
  domain: { imports: [], packages: /^zod(\/|$)/ },
  data: { imports: ['domain'] },
  services: { imports: ['domain', 'data'] },
  'use-cases': { imports: ['domain', 'data', 'services'] },
  jobs: { imports: ['domain', 'data', 'services'], types: ['use-cases'] },
  api: { imports: ['domain'], types: ['use-cases', 'data', 'services'] },
  'web/ui': { imports: [] },
  web: { imports: ['domain', 'web/ui'], types: ['use-cases', 'data'] },
  server: { imports: ['domain', 'data', 'services', 'use-cases', 'jobs', 'api', 'web'] },
}

const src = join(root, 'src')
const importLine =
  /^\s*(import|export)\s+(type\s+)?[^'"]*?from\s+['"]([^'"]+)['"]|(?<!typeof )import\s*\(\s*['"]([^'"]+)['"]/gm

type Fault = { file: string; line: string }

/** The room a path lies in, or null when it is outside `src`. */
const roomOf = (path: string): string | null => {
  const inside = relative(src, path)
  if (inside.startsWith('web/ui/')) return 'web/ui'
  return inside.startsWith('..') ? null : (inside.split('/')[0] ?? null)
}

function targetOf(specifier: string, file: string): string | null {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
  const alias = /^#([\w-]+)\//.exec(specifier)
  if (!alias) return null
  const outside = ['launch', 'stand-ins', 'tests'].includes(alias[1]!)
  return join(outside ? root : src, specifier.slice(1))
}

export function faultsIn(file: string, text: string): Fault[] {
  const room = roomOf(file)
  const rule = room ? rooms[room] : undefined
  if (!room || !rule) return []
  const isTest = /\.test\.tsx?$/.test(file)
  const faults: Fault[] = []
  for (const match of text.matchAll(importLine)) {
    const [line, , isType, from, dynamic] = match
    const specifier = from ?? dynamic!
    const target = targetOf(specifier, file)
    if (target === null) {
      const isPackage = !specifier.startsWith('node:') && !specifier.startsWith('virtual:')
      if (rule.packages && isPackage && !isTest && !rule.packages.test(specifier)) {
        faults.push({ file, line: line.trim() })
      }
      if (room === 'domain' && specifier.startsWith('node:') && !isTest) {
        faults.push({ file, line: line.trim() })
      }
      continue
    }
    const other = roomOf(target)
    if (other === room || isTest) continue
    const allowed =
      other !== null && (rule.imports.includes(other) || (isType && rule.types?.includes(other)))
    if (!allowed) faults.push({ file, line: line.trim() })
  }
  return faults
}

if (process.argv[1] === import.meta.filename) {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(src, name))
  const faults = files.flatMap((file) => faultsIn(file, readFileSync(file, 'utf8')))
  for (const { file, line } of faults) {
    process.stdout.write(`${relative(root, file)} may not: ${line.replace(/\s+/g, ' ')}\n`)
  }
  process.exit(faults.length === 0 ? 0 : 1)
}
