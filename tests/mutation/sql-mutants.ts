/** A part of a text, and what it becomes. */
type Part = { start: number; end: number }
type SqlMistake = Part & { to: string }

const turned: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<![-=<>@&|!])(?:<=|>=|<|>)(?![=<>@&|])/g, (it) => (it.length === 2 ? it[0]! : `${it}=`)],
  [/<>/g, () => '='],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bnot exists\b/g, () => 'exists'],
  [/\bdesc\b/g, () => 'asc'],
  [/\basc\b/g, () => 'desc'],
  [/\bleast(?=\()/g, () => 'greatest'],
  [/\bgreatest(?=\()/g, () => 'least'],
  [/\bmin(?=\()/g, () => 'max'],
  [/\bmax(?=\()/g, () => 'min'],
  [/(?<= )[+-](?= )/g, (it) => (it === '+' ? '-' : '+')],
  [
    /(?<![\w$.:])(?<!\b(?:select (?=1\s+from)|returning (?=1\b)))\d+(?![\w.])/g,
    (it) => String(Number(it) + 1),
  ],
  [/\bdistinct (?!on\b|from\b)/g, () => ''],
  [/\bfor (?:no key )?update(?: of \w+)?(?: skip locked)?/g, () => ''],
  [/\bon conflict(?: \([^()]*\))? do nothing\b/g, () => ''],
  // One of a list of words.
  [/(?<=\bin \((?:'\w+', )*)'\w+', /g, () => ''],
  [/(?<=\bin \('\w+'.*), '\w+'(?=\))/g, () => ''],
]

const begins = new Set(['where', 'on', 'having', 'when', 'and', 'or', 'set', ','])
const mark =
  /[(),]|\b(?:(?:order|group) by|(?:(?:left|inner|cross|full) )?join|for (?:no key )?update|distinct on|on conflict|where|on|having|when|then|else|end|and|or|between|limit|offset|returning|union|except|as|from|set|select|window|do update)\b/g

/**
 * The mistakes that a statement allows: each condition and assignment left out, each comparison, order, number, lock
 * and word of a list turned. `embedded` are its parts in `${…}`, which are code.
 */
export function mistakesInSql(text: string, embedded: readonly Part[]): SqlMistake[] {
  const hide = (part: string) => '§'.repeat(part.length)
  let code = text.replaceAll(/--.*/g, (it) => ' '.repeat(it.length))
  for (const { start, end } of embedded)
    code = code.slice(0, start) + hide(code.slice(start, end)) + code.slice(end)
  const found = turned.flatMap(([what, to]) =>
    [...code.matchAll(what)].map((it): SqlMistake => ({
      start: it.index,
      end: it.index + it[0].length,
      to: to(it[0]),
    })),
  )
  return [...found, ...leftOut(code.replaceAll(/'[^']*'/g, hide))]
}

/** Its conditions and assignments, each of which ends at the next word of SQL at its depth of brackets. */
function leftOut(code: string): SqlMistake[] {
  const found: SqlMistake[] = []
  type Open = { word: string; at: number; isBetween: boolean; isSet: boolean }
  const none = (at: number): Open => ({ word: '', at, isBetween: false, isSet: false })
  const opened: Open[] = [none(0)]
  function end(at: number, next: string): void {
    const { word, at: start, isSet } = opened.at(-1)!
    const part = code.slice(start, at)
    const first = start + part.length - part.trimStart().length
    const last = start + part.trimEnd().length
    if (first >= last) return
    if (isSet) {
      if (word === ',') found.push({ start: start - 1, end: last, to: '' })
      else if (next === ',') found.push({ start: first, end: at + 1, to: '' })
    } else if (begins.has(word) && word !== ',') {
      const to = [word, next].some((one) => one === 'or' || one === 'when' || one === 'then')
      found.push({ start: first, end: last, to: to ? 'false' : 'true' })
    }
  }
  for (const { 0: word, index } of code.matchAll(mark)) {
    const open = opened.at(-1)!
    const after = index + word.length
    if (word === '(') opened.push(none(after))
    else if (word === ')') {
      end(index, word)
      if (opened.length > 1) opened.pop()
    } else if (word === 'between') open.isBetween = true
    else if (word === 'and' && open.isBetween) open.isBetween = false
    else {
      end(index, word)
      const isSet = word === 'set' || (open.isSet && word === ',')
      Object.assign(open, { word, at: after, isSet })
    }
  }
  while (opened.length > 0) {
    end(code.length, '')
    opened.pop()
  }
  return found
}
