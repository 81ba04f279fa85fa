/** At-rules that contain rules; other at-rules are kept whole. */
const groups = /^@(?:media|layer|supports|container|scope|starting-style)\b/

/**
 * The part of a style sheet that a page without script can use: a rule is removed when each of its
 * selectors needs a class that the page does not have. In doubt a rule is kept. Nested rules are kept with
 * the rule around them.
 */
export function usedStyles(css: string, html: string): string {
  const classes = new Set<string>()
  for (const [, names] of html.matchAll(/\bclass="([^"]*)"/g)) {
    for (const name of names!.split(/\s+/)) classes.add(name)
  }
  return keepUsed(css, classes)
}

function keepUsed(css: string, classes: ReadonlySet<string>): string {
  let kept = ''
  for (const { prelude, body } of rulesOf(css)) {
    if (body === null) kept += `${prelude};`
    else if (groups.test(prelude)) {
      const inside = keepUsed(body, classes)
      if (inside !== '') kept += `${prelude}{${inside}}`
    } else if (prelude.startsWith('@') || mayMatch(prelude, classes)) {
      kept += `${prelude}{${body}}`
    }
  }
  return kept
}

type Rule = { prelude: string; body: string | null }

/** The rules of one level. A statement without a block (`@layer a, b;`) has no body. */
function* rulesOf(css: string): Generator<Rule> {
  let start = 0
  let open = -1
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const character = css[at]
    if (character === '"' || character === "'") at = endOfString(css, at)
    else if (character === '{') {
      if (depth++ === 0) open = at
    } else if (character === '}' && --depth === 0) {
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, at) }
      start = at + 1
    } else if (character === ';' && depth === 0) {
      yield { prelude: css.slice(start, at).trim(), body: null }
      start = at + 1
    }
  }
}

function endOfString(css: string, start: number): number {
  let at = start + 1
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1
  return at
}

/** Ignores classes in parentheses (`:not(.a)`, `:has(.b)`), which need not be on the page. */
function mayMatch(selectors: string, classes: ReadonlySet<string>): boolean {
  let bare = selectors
  for (let inner = ''; inner !== bare; bare = bare.replace(/\([^()]*\)/g, '')) inner = bare
  return bare
    .split(',')
    .some((selector) =>
      [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].every(([, name]) => classes.has(name!)),
    )
}
