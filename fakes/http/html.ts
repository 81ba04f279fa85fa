/** Escaped markup, safe to insert into other markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

function render(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false || value === true) return ''
  return escapeHtml(String(value))
}

/** Tagged template for markup; escapes every value except markup and lists of markup. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  let text = parts[0]!
  for (let at = 0; at < values.length; at++) text += render(values[at]) + parts[at + 1]!
  return new Html(text)
}

export const raw = (text: string): Html => new Html(text)
