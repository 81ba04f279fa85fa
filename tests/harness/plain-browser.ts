import { theShop } from './the-shop.ts'

/** A page as a browser without JavaScript has it. */
type PlainPage = {
  status: number
  /** Its path and query, after redirects. */
  path: string
  /** Its text, with white space collapsed. */
  text: string
  html: string
}

type Control = { name: string; value: string }
type PlainForm = { action: string; isGet: boolean; html: string; controls: Control[] }

/**
 * A browser without JavaScript: it visits addresses, keeps cookies, submits the forms of the HTML and
 * follows redirects.
 */
export function plainBrowser(cookie = '', url = theShop().url) {
  const jar = new Map<string, string>()
  for (const one of `ageKey=older; ${cookie}`.split(/; */).filter(Boolean)) keep(one)

  function keep(pair: string) {
    const [name, ...value] = pair.split('=')
    jar.set(name!, value.join('='))
  }

  async function visit(path: string, body?: URLSearchParams): Promise<PlainPage> {
    const response = await fetch(url + path, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...(body && { origin: url }),
      },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      keep(line.split(';', 1)[0]!)
      if (/; *max-age=0/i.test(line)) jar.delete(line.split('=', 1)[0]!)
    }
    const html = await response.text()
    const location = response.headers.get('location')
    if (location && response.status >= 300 && response.status < 400) {
      const next = new URL(location, url + path)
      return visit(next.pathname + next.search)
    }
    return { status: response.status, path, html, text: textIn(html) }
  }

  /**
   * Fills in the form that has this button, and presses it. `null` clears a field. Throws when there is no
   * such button or field.
   */
  async function press(
    page: PlainPage,
    button: string,
    filled: Record<string, string | null> = {},
  ): Promise<PlainPage> {
    const [form, pressed] = formWith(page, button)
    const sent = new URLSearchParams()
    for (const { name, value } of form.controls) if (!(name in filled)) sent.append(name, value)
    for (const [name, value] of Object.entries(filled)) {
      if (!form.html.includes(` name="${name}"`)) throw new Error(`The form has no field ${name}`)
      if (value !== null) sent.append(name, value)
    }
    if (pressed.name) sent.append(pressed.name, pressed.value)
    const action = new URL(form.action || page.path, url + page.path)
    if (form.isGet) return visit(`${action.pathname}?${sent}`)
    return visit(action.pathname + action.search, sent)
  }

  return { visit, press }
}

function formWith({ html, path }: PlainPage, button: string): [PlainForm, Control] {
  for (const form of formsIn(html)) {
    for (const [, tag, inside] of form.html.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)) {
      const label = attribute(tag!, 'aria-label') ?? textIn(inside!)
      if (label !== button) continue
      const [name, value] = [attribute(tag!, 'name') ?? '', attribute(tag!, 'value') ?? '']
      return [form, { name, value }]
    }
  }
  throw new Error(`There is no button ${button} in a form of ${path}`)
}

const formsIn = (html: string): PlainForm[] =>
  [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag, inside]) => ({
    action: attribute(tag!, 'action') ?? '',
    isGet: attribute(tag!, 'method')?.toLowerCase() !== 'post',
    html: inside!,
    controls: controlsIn(inside!),
  }))

function controlsIn(html: string): Control[] {
  const controls: Control[] = []
  const add = (name: string | null, value: string) => void (name && controls.push({ name, value }))
  for (const [, tag] of html.matchAll(/<input\b([^>]*)>/g)) {
    const ticked = ['checkbox', 'radio'].includes(attribute(tag!, 'type') ?? '')
    if (ticked && attribute(tag!, 'checked') === null) continue
    add(attribute(tag!, 'name'), attribute(tag!, 'value') ?? (ticked ? 'on' : ''))
  }
  for (const [, tag, inside] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    add(attribute(tag!, 'name'), decoded(inside!))
  }
  for (const [, tag, inside] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const options = [...inside!.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => option!)
    const chosen = options.find((one) => attribute(one, 'selected') !== null) ?? options[0] ?? ''
    add(attribute(tag!, 'name'), attribute(chosen, 'value') ?? '')
  }
  return controls
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 'i').exec(tag)
  return found ? decoded(found[1]!) : null
}

const textIn = (html: string): string =>
  decoded(
    html
      .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/<[^>]*>/g, ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' } as const

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|nbsp));/gi, (_, hex, number, name) =>
    name
      ? entities[name.toLowerCase() as keyof typeof entities]
      : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number)),
  )
