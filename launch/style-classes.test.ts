import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

const components = globSync('src/**/*.tsx').concat('src/ui/layout.ts')

/** The style sheets that a component imports, one of them by `layout.ts`: the name they have in it, and their path. */
const sheetsOf = (path: string, text: string) => [
  ...[...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name, from]) => ({
    name: name!,
    sheet: from!.startsWith('#') ? from!.replace('#', 'src/') : join(path, '..', from!),
  })),
  ...(/import \{[^}]*\bletters\b[^}]*\} from '#?[^']*\/layout\.ts'/.test(text)
    ? [{ name: 'letters', sheet: 'src/ui/letters.module.css' }]
    : []),
]

/** Classes that components name, by style sheet, and whether one computes further names. */
function named() {
  const found = new Map<string, { names: Set<string>; isComputed: boolean }>()
  for (const path of components) {
    const text = read(path)
    const used = text.replaceAll(/^(?:import .*| *\/?\*.*)$/gm, '')
    for (const { name, sheet } of sheetsOf(path, text)) {
      const known = found.get(sheet) ?? { names: new Set(), isComputed: false }
      const uses = used.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')([\\w-]+)`, 'g'))
      for (const [, one] of uses) known.names.add(one!)
      known.isComputed ||= new RegExp(`\\b${name}\\[[^']`).test(used)
      found.set(sheet, known)
    }
  }
  return found
}

const classesIn = (sheet: string) => {
  const rules = read(sheet).replaceAll(/\/\*.*?\*\//gs, '')
  return new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name]) => name!))
}

test('each style class is named by a component, and each that one names is there', () => {
  const wrong = [...named()].flatMap(([sheet, { names, isComputed }]) => {
    const there = classesIn(sheet)
    const missing = [...names].filter((name) => !there.has(name))
    const unused = [...there].filter((name) => !names.has(name))
    return [...missing, ...(isComputed ? [] : unused)].map((name) => `${sheet}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('each style sheet of components is imported', () => {
  const imported = named()
  const left = globSync('src/**/*.module.css').filter((path) => !imported.has(path))
  expect(left).toEqual([])
})
