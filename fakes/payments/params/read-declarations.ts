/**
 * A reader for the part of TypeScript that the `stripe` package's declarations are written in:
 * interfaces, namespaces and type aliases. Classes and imports are passed over.
 */

export type TypeNode =
  | { kind: 'name'; name: string; args: TypeNode[] }
  | { kind: 'literal'; value: string }
  | { kind: 'union'; of: TypeNode[] }
  | { kind: 'dictionary'; of: TypeNode }
  | { kind: 'object'; members: Member[] }

export type Member = { name: string; optional: boolean; type: TypeNode }

export type Scope = {
  parent: Scope | null
  interfaces: Map<string, { extends: TypeNode | null; members: Member[]; scope: Scope }>
  aliases: Map<string, { type: TypeNode; scope: Scope }>
  namespaces: Map<string, Scope>
}

const newScope = (parent: Scope | null): Scope => ({
  parent,
  interfaces: new Map(),
  aliases: new Map(),
  namespaces: new Map(),
})

const tokenPattern =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$.]*|-?\d+|=>|[^\s]/g

const tokenize = (source: string): string[] =>
  (source.match(tokenPattern) ?? []).filter((token) => !/^\/[*/]/.test(token))

export function readDeclarations(source: string, into: Scope = newScope(null)): Scope {
  const tokens = tokenize(source)
  let at = 0
  const peek = () => tokens[at]
  const next = () => tokens[at++] ?? ''
  const take = (token: string) => {
    const got = next()
    if (got !== token) throw new Error(`expected ${token}, found ${got} (token ${at})`)
  }

  function skipStatement() {
    for (let depth = 0; at < tokens.length;) {
      const token = next()
      if (token === '{') depth++
      if (token === '}' && --depth === 0) {
        if (peek() === 'from') continue
        if (peek() === ';') next()
        return
      }
      if (token === ';' && depth === 0) return
    }
  }

  function readPrimary(): TypeNode {
    const token = next()
    if (token === '(') {
      const inner = readType()
      take(')')
      return inner
    }
    if (token.startsWith("'")) return { kind: 'literal', value: token.slice(1, -1) }
    if (/^-?\d/.test(token)) return { kind: 'literal', value: token }
    if (token === '{') return readObject()
    const args: TypeNode[] = []
    if (peek() === '<') {
      next()
      do args.push(readType())
      while (next() === ',')
    }
    return { kind: 'name', name: token, args }
  }

  function readType(): TypeNode {
    if (peek() === '|') next()
    const of = [readPrimary()]
    while (peek() === '|' || peek() === '&') {
      next()
      of.push(readPrimary())
    }
    return of.length === 1 ? of[0]! : { kind: 'union', of }
  }

  function readObject(): TypeNode {
    if (peek() === '[') {
      while (next() !== ']');
      take(':')
      const of = readType()
      if (peek() === ';') next()
      take('}')
      return { kind: 'dictionary', of }
    }
    const members: Member[] = []
    while (peek() !== '}') {
      const name = next().replaceAll("'", '')
      const optional = peek() === '?'
      if (optional) next()
      take(':')
      members.push({ name, optional, type: readType() })
      if (peek() === ';' || peek() === ',') next()
    }
    take('}')
    return { kind: 'object', members }
  }

  function readBody(scope: Scope, end: string | undefined) {
    while (at < tokens.length && peek() !== end) {
      const start = at
      if (peek() === 'export') next()
      if (peek() === 'declare') next()
      const keyword = next()
      if (keyword === 'namespace') {
        const name = next()
        const inner = scope.namespaces.get(name) ?? newScope(scope)
        scope.namespaces.set(name, inner)
        take('{')
        readBody(inner, '}')
        take('}')
      } else if (keyword === 'interface') {
        const name = next()
        const extended = peek() === 'extends' ? (next(), readPrimary()) : null
        take('{')
        const body = readObject()
        const members = body.kind === 'object' ? body.members : []
        scope.interfaces.set(name, { extends: extended, members, scope })
      } else if (keyword === 'type' && /^[A-Z]/.test(peek() ?? '') && tokens[at + 1] === '=') {
        const name = next()
        take('=')
        scope.aliases.set(name, { type: readType(), scope })
        if (peek() === ';') next()
      } else {
        at = start
        skipStatement()
      }
    }
  }

  readBody(into, undefined)
  return into
}

/** Finds a dotted name from inside `scope`, as the compiler does: innermost namespace first. */
export function resolveName(name: string, scope: Scope) {
  const path = name.split('.')
  const last = path.pop()!
  for (let from: Scope | null = scope; from; from = from.parent) {
    let holder: Scope | undefined = from
    for (const part of path) holder = holder?.namespaces.get(part)
    const found = holder?.interfaces.get(last) ?? holder?.aliases.get(last)
    if (found) return found
  }
  return null
}
