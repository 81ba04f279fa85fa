import { parseSync } from 'vite'

import { mistakesInSql } from './sql-mutants.ts'

/** One small mistake: `from` of a file becomes `to`. */
export type Mutant = { start: number; end: number; line: number; from: string; to: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const turned: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}
const turnedMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Calls that are left out: what they are called on stays. */
const dropped = new Set([
  ...['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase'],
  // Of a statement.
  ...['where', 'orderBy', 'limit', 'for'],
])
/** Conditions and orders of a statement, as SQL with the opposite or a border turned. */
const turnedInSql: Record<string, string> = {
  lt: '<=',
  lte: '<',
  gt: '>=',
  gte: '>',
  isNull: 'is not null',
  isNotNull: 'is null',
  asc: 'desc',
  desc: 'asc',
}
/** Conditions of a statement, each of which is left out in turn. */
const conditions = new Set(['and', 'or'])
/**
 * A list of words that a type is read from, here or where it is imported, or a part of one: without one of them, each
 * other place that names it fails the check of types, so that leaving it out is no mistake for a test to find.
 */
const isSourceOfType = (name: string, text: string) =>
  new RegExp(`\\(typeof ${name}\\)\\[number\\]|\\.\\.\\.${name}\\b.*\\] as const`).test(text) ||
  text.split(new RegExp(`\\b${name}\\b`)).length === 2
/** Types are no code, and what is imported has no meaning of its own. Words of a page stay, as other sentences do. */
const skipped =
  /^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|JSX(Text|Identifier|MemberExpression|ClosingElement|Empty))/
/** Attributes that only look, or that only a browser runs. */
const skippedAttribute =
  /^(className|style|key|ref|size|width|height|preventScrollReset|on[A-Z]\w*)$/

/**
 * The mistakes that operators, conditions, constants, returns and left-out statements, elements and calls
 * allow in a file, and those of its SQL. Sentences stay as they are.
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const found: Mutant[] = []
  const hasSql = /\bsql\b.* from 'drizzle-orm'/.test(text)
  const textOf = ({ start, end }: Node) => text.slice(start, end)
  const add = (start: number, end: number, to: string) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ start, end, line, from: text.slice(start, end), to })
  }
  const replace = (node: Node, to: string) => add(node.start, node.end, to)
  function leaveOutEach(nodes: readonly (Node | null)[]): void {
    for (const node of nodes) {
      if (!node) continue
      const comma = /^\s*,/.exec(text.slice(node.end))?.[0].length ?? 0
      add(node.start, node.end + comma, '')
    }
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const { left, right, operator } = node as unknown as {
          left: Node
          right: Node
          operator: string
        }
        if (operator === '??') replace(node, textOf(left))
        const to = turned[operator]
        const isText = operator === '+' && [left, right].some(isWords)
        // `-1` shifted right after another minus would not parse, so spaces stand around the operator.
        if (to && !isText) replace(node, `${textOf(left)} ${to} ${textOf(right)}`)
        return
      }
      case 'ConditionalExpression':
      case 'IfStatement': {
        const condition = node['test'] as Node
        replace(condition, 'true')
        replace(condition, 'false')
        return
      }
      case 'UnaryExpression':
        if (node['operator'] === '!') replace(node, textOf(node['argument'] as Node))
        return
      case 'Literal':
        // A browser follows 302 and 303 alike.
        if (typeof node['value'] === 'number' && node['value'] !== 302)
          replace(node, String(node['value'] + 1))
        if (typeof node['value'] === 'boolean') replace(node, String(!node['value']))
        return
      case 'ArrayExpression':
        leaveOutEach(node['elements'] as (Node | null)[])
        return
      case 'ReturnStatement':
        if (node['argument']) replace(node, 'return undefined as never')
        return
      case 'ExpressionStatement':
        if (!node['directive']) replace(node, ';')
        return
      case 'TaggedTemplateExpression': {
        if (textOf(node['tag'] as Node) !== 'sql') return
        const quasi = node['quasi'] as Node & { expressions: Node[] }
        const [start, end] = [quasi.start + 1, quasi.end - 1]
        const embedded = quasi.expressions.map((one) => ({
          start: text.lastIndexOf('${', one.start) - start,
          end: text.indexOf('}', one.end) + 1 - start,
        }))
        for (const part of mistakesInSql(text.slice(start, end), embedded))
          add(start + part.start, start + part.end, part.to)
        return
      }
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node['children'] as Node[]) {
          const shown = child['expression'] as Node | undefined
          // Empty is a comment.
          if (shown && shown.type !== 'JSXEmptyExpression') replace(child, '')
        }
        return
      case 'JSXAttribute':
        if ((node['value'] as Node | null)?.type !== 'Literal') replace(node, '')
        return
      case 'CallExpression': {
        const callee = node['callee'] as Node
        const given = node['arguments'] as Node[]
        if (conditions.has(textOf(callee))) leaveOutEach(given)
        const operator = hasSql ? turnedInSql[textOf(callee)] : undefined
        if (operator) {
          const [one, other] = given.map((each) => `\${${textOf(each)}}`)
          replace(node, `sql\`${[one, operator, other].filter(Boolean).join(' ')}\``)
        }
        if (callee.type !== 'MemberExpression' || callee['computed']) return
        const property = callee['property'] as Node
        const name = textOf(property)
        const other = turnedMethods.get(name)
        if (other) replace(property, other)
        if (dropped.has(name)) replace(node, textOf(callee['object'] as Node))
        const [assigned] = given
        if (name === 'set' && assigned?.type === 'ObjectExpression')
          leaveOutEach(assigned['properties'] as Node[])
      }
    }
  }
  /** Declarations such as `const kinds = ['a', 'b'] as const` with `type Kind = (typeof kinds)[number]`. */
  const isTypeList = (node: Node): boolean => {
    const [id, init] = [node['id'], node['init']] as (Node | null)[]
    return (
      node.type === 'VariableDeclarator' &&
      init?.type === 'TSAsExpression' &&
      (init['expression'] as Node).type === 'ArrayExpression' &&
      isSourceOfType(textOf(id!), text)
    )
  }
  function visit(value: unknown, parent: string): void {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, parent))
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node
    if (typeof node.type !== 'string' || skipped.test(node.type) || isTypeList(node)) return
    if (node.type === 'JSXAttribute' && skippedAttribute.test(textOf(node['name'] as Node))) return
    // What only a module's loading does, such as a declaration's name, is no mistake of a rule.
    if (node.type !== 'ExpressionStatement' || parent !== 'Program') mutate(node)
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'typeAnnotation' && key !== 'typeArguments') visit(child, node.type)
    }
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  visit(program, '')
  return found
}

const isWords = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node['value'] === 'string') ||
  (node.type === 'BinaryExpression' &&
    [node['left'], node['right']].some((at) => isWords(at as Node)))
