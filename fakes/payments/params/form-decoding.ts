export type Decoded = string | { [key: string]: Decoded }
export type DecodedForm = { [key: string]: Decoded }

const maxDepth = 8

const unescape = (text: string) => {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const emptyForm = (): DecodedForm => Object.create(null) as DecodedForm

function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0) return [name]
  const path = [name.slice(0, open)]
  for (let at = open; at < name.length && path.length < maxDepth;) {
    const close = name.indexOf(']', at)
    if (close < 0) break
    path.push(name.slice(at + 1, close))
    at = name.indexOf('[', close)
    if (at < 0) break
  }
  return path
}

/** Decodes `a[b][0]=c&a[b][]=d` into nested objects; `[]` appends. */
export function decodeForm(text: string): DecodedForm {
  const form = emptyForm()
  if (text === '') return form
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = unescape(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : unescape(pair.slice(equals + 1))
    const path = pathOf(name)
    let holder = form
    for (let step = 0; step < path.length - 1; step++) {
      const key = path[step] === '' ? String(Object.keys(holder).length) : path[step]!
      const inner = holder[key]
      holder = typeof inner === 'object' ? inner : (holder[key] = emptyForm())
    }
    const last = path.at(-1)!
    holder[last === '' ? String(Object.keys(holder).length) : last] = value
  }
  return form
}
