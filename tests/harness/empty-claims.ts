import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** What a test file claims without being able to fail, each with its line. */
export type EmptyClaim = {
  line: number
  why: 'nothing there' | 'own table' | 'anything'
  what: string
}

/**
 * Three kinds of claims that hold whatever the code does. `nothing there`: a text is said not to contain something,
 * and nothing says that there is any text. `own table`: what is expected is read from the rules or sentences under
 * test, so that both change together. `anything`: `{}` in `toMatchObject`, which null and 404 match as well.
 */
export function emptyClaimsIn(file: string, text: string): EmptyClaim[] {
  const found: EmptyClaim[] = []
  const { program } = parseSync(file, text)
  const textOf = ({ start, end }: Node) => text.slice(start, end)
  const claim = (node: Node, why: EmptyClaim['why'], what: Node) => {
    const line = text.slice(0, node.start).split('\n').length
    found.push({ line, why, what: textOf(what).replaceAll(/\s+/g, ' ').slice(0, 80) })
  }
  const own = ownTables(program as unknown as Node)
  const isOfRules = /\.(rules|copy)\.test\.tsx?$/.test(file)
  walk(program, (node) => {
    const matcher = matcherOf(node, textOf)
    if (isOfRules && matcher && /^to(Be|Equal|StrictEqual)$/.test(matcher.name)) {
      const [expected] = node['arguments'] as Node[]
      if (expected && readsTable(expected, own)) claim(node, 'own table', expected)
    }
    if (matcher?.name === 'toMatchObject' && !matcher.isNegated) {
      walk(node['arguments'], (part, parent) => {
        const isEmpty =
          part.type === 'ObjectExpression' && (part['properties'] as Node[]).length === 0
        if (isEmpty && parent && parent.type !== 'CallExpression') claim(part, 'anything', parent)
      })
    }
    if (!isTest(node)) return
    const body = (node['arguments'] as Node[]).findLast(({ type }) => type.includes('Function'))!
    for (const { call, subject } of unsupported(body, textOf)) claim(call, 'nothing there', subject)
  })
  return found
}

function walk(value: unknown, visit: (node: Node, parent: Node | null) => void, parent?: Node) {
  if (Array.isArray(value)) return value.forEach((each) => walk(each, visit, parent))
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  const node = value as Node
  visit(node, parent ?? null)
  for (const child of Object.values(node)) walk(child, visit, node)
}

/** `test(…)`, `test.each(…)(…)` with its function. */
function isTest(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  let callee: Node | undefined = node['callee'] as Node
  while (callee && callee.type !== 'Identifier') {
    callee = (callee['callee'] ?? callee['object'] ?? callee['tag']) as Node | undefined
  }
  const isNamed = callee?.['name'] === 'test' || callee?.['name'] === 'it'
  return isNamed && (node['arguments'] as Node[]).some(({ type }) => type.includes('Function'))
}

/** `expect(subject).not.name(…)` */
function matcherOf(node: Node, textOf: (node: Node) => string) {
  const callee = node['callee'] as Node | undefined
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return null
  let object = callee['object'] as Node
  let isNegated = false
  while (object.type === 'MemberExpression') {
    if (textOf(object['property'] as Node) === 'not') isNegated = true
    object = object['object'] as Node
  }
  if (object.type !== 'CallExpression') return null
  if (!/^expect(\.poll)?$/.test(textOf(object['callee'] as Node))) return null
  const [subject] = object['arguments'] as Node[]
  return subject ? { name: textOf(callee['property'] as Node), isNegated, subject } : null
}

/** Names of values that a test imports from the rules or sentences beside it. */
function ownTables(program: Node): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of program['body'] as Node[]) {
    const source = (node['source'] as { value?: string } | undefined)?.value ?? ''
    if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') continue
    if (!/^\.\/.+\.(rules|copy)\.ts$/.test(source)) continue
    for (const each of node['specifiers'] as Node[])
      names.add((each['local'] as Node)['name'] as string)
  }
  return names
}

/** Whether an expectation reads one of these values; a call of one computes nothing from a table by itself. */
function readsTable(expected: Node, own: ReadonlySet<string>): boolean {
  let isRead = false
  walk(expected, (node, parent) => {
    if (node.type !== 'Identifier' || !own.has(node['name'] as string)) return
    if (parent?.type === 'CallExpression' && parent['callee'] === node) return
    if (parent?.type === 'MemberExpression' && parent['property'] === node) return
    if (parent?.type === 'Property' && parent['key'] === node && !parent['shorthand']) return
    isRead = true
  })
  return isRead
}

/** Claims that a text lacks something, of which no other claim says that it is there. */
function unsupported(body: Node, textOf: (node: Node) => string) {
  const madeOf = new Map<string, string>()
  const present: Node[] = []
  const lacking: { call: Node; subject: Node }[] = []
  walk(body, (node) => {
    if (node.type === 'VariableDeclarator' && node['init']) note(node['id'] as Node, node['init'])
    if (node.type === 'ForOfStatement') note(node['left'] as Node, node['right'])
    const matcher = matcherOf(node, textOf)
    if (!matcher) return
    if (!matcher.isNegated) present.push(matcher.subject)
    else if (/^to(Contain|Match)$/.test(matcher.name)) {
      lacking.push({ call: node, subject: matcher.subject })
    }
  })
  function note(names: Node, from: unknown) {
    for (const name of wordsIn(textOf(names))) madeOf.set(name, textOf(from as Node))
  }
  const sources = (code: string, depth = 2): Set<string> => {
    const words = new Set(wordsIn(code))
    for (const word of depth > 0 ? words : []) {
      const from = madeOf.get(word)
      if (from) for (const further of sources(from, depth - 1)) words.add(further)
    }
    return words
  }
  return lacking.filter(({ subject }) => {
    const words = sources(textOf(subject))
    return !present.some((one) => [...sources(textOf(one))].some((word) => words.has(word)))
  })
}

const common = new Set(['JSON', 'String', 'await', 'Buffer', 'new', 'Object', 'testShop', 'const'])

/** Names in a piece of code, without those of members and texts. */
const wordsIn = (code: string): string[] =>
  (code.replaceAll(/'[^']*'/g, '').match(/(?<![.\w])[A-Za-z_]\w*/g) ?? []).filter(
    (word) => !common.has(word),
  )
