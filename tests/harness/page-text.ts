import { Parser } from 'htmlparser2'

/** Elements that stand on lines of their own. */
const blocks = new Set(
  (
    'address article aside blockquote button caption dd details dialog div dl dt fieldset figcaption figure footer form' +
    ' h1 h2 h3 h4 header hr input legend li main menu nav ol p pre search section select summary table td textarea th tr ul'
  ).split(' '),
)
const unread = new Set(['script', 'style', 'svg', 'noscript', 'template'])
/** Of a list with more options only the chosen ones are written down, and how many there are. */
const mostOptions = 12

type Attributes = Record<string, string>
const idsIn = (text = '') => text.split(/\s+/).filter(Boolean)
/** `head`: what search engines, and sites to which a link leads, are told of it. */
type PageText = { title: string; head: string[]; main: string[]; dialogs: string[][] }

/**
 * What a page says and offers, a line for each piece: words, headings by `#`, links with their addresses, cells by `|`,
 * fields with their values and limits, `[[buttons]]` with what they send, `((` those that are off, `disabled` where no
 * press is answered, `▾` what is unfolded and `▸` what is folded, `→` where one is, `!` what is marked as wrong. Looks,
 * pictures and scripts are left out; of a page that is not `whole` also all outside its main part, its dialogs and its
 * messages. Tables that only lay out are no tables. `saysOpen`: which dialogs are open.
 */
export function pageText(
  html: string,
  { whole = false, hasTables = true, saysOpen = false } = {},
): PageText {
  const page: PageText = { title: '', head: [], main: [''], dialogs: [] }
  const open: { name: string; attributes: Attributes; text: string }[] = []
  let options: string[] = []
  const ids = new Set<string>()
  const referred: string[] = []
  const isIn = (name: string) => open.some((part) => part.name === name)
  const isSaid = () =>
    open.some(({ attributes: { role } }) => role === 'alert' || role === 'status')
  const isRead = () =>
    isIn('body') &&
    (whole || isIn('main') || isIn('dialog') || isSaid()) &&
    !open.some(({ name }) => unread.has(name))
  const into = () => (isIn('dialog') ? page.dialogs.at(-1)! : page.main)
  const isCell = (name: string) => hasTables && (name === 'td' || name === 'th')
  // A row of a table is one line.
  const begin = () => {
    if (open.some(({ name }) => isCell(name))) write(' ')
    else if (into().at(-1)!.trim() !== '') into().push('')
  }
  const write = (text: string) => into().push(`${into().pop()}${text}`)

  const parser = new Parser({
    onopentag(name, attributes) {
      open.push({ name, attributes, text: '' })
      const { id, 'aria-describedby': description, 'aria-labelledby': names } = attributes
      if (id) ids.add(id)
      referred.push(...idsIn(description), ...idsIn(names))
      if (attributes['aria-invalid'] === 'true' && !description)
        throw new Error(`Nothing says what is wrong with ${attributes['name']}`)
      page.head.push(...headText(name, attributes))
      if (name === 'dialog')
        page.dialogs.push(saysOpen && 'open' in attributes ? ['(open)', ''] : [''])
      if (!isRead()) return
      const { 'aria-label': label, alt } = attributes
      if (isCell(name)) write(' | ')
      else if (blocks.has(name)) begin()
      if (/^h\d$/.test(name)) write(`${'#'.repeat(Number(name[1]))} `)
      if (name === 'form')
        write(`form ${attributes['method'] ?? 'get'} ${attributes['action'] ?? ''}`)
      if (name === 'form') begin()
      if (name === 'input') write(fieldText(attributes))
      if (name === 'select') options = []
      if (name === 'textarea') write(`${attributes['name'] ?? ''}: ${limitsOf(attributes)}`)
      if (name === 'summary') write('open' in (open.at(-2)?.attributes ?? {}) ? '▾ ' : '▸ ')
      if (name === 'option') into().push('')
      if (label) write(`«${label}» `)
      if (alt) write(`{${alt}} `)
      if (name === 'a' && attributes['href']) write('[')
      if (name === 'button') write(isOff(attributes) ? '((' : '[[')
      if (attributes['aria-invalid'] === 'true') write(' !')
      if (attributes['aria-current']) write('→')
    },
    ontext(text) {
      for (const part of open) part.text += text
      if (isIn('title') && isIn('head')) page.title += text
      else if (open.at(-1)?.attributes['type'] === 'application/ld+json') page.head.push(text)
      else if (isRead()) write(text.replaceAll(/\s+/g, ' '))
    },
    onclosetag(name) {
      const { attributes, text } = open.at(-1)!
      if (name === 'a' || name === 'button') expectTextInName(text, attributes['aria-label'])
      if (isRead()) {
        if (name === 'a' && attributes['href']) write(`](${attributes['href']})`)
        if (name === 'button') write(`${isOff(attributes) ? '))' : ']]'}${sentBy(attributes)}`)
        if (name === 'option') {
          const option = into().pop()!.trim()
          options.push('selected' in attributes ? `*${option}` : option)
        }
        if (name === 'select') write(`${attributes['name'] ?? ''}: ${optionsText(options)}`)
        if (blocks.has(name)) begin()
      }
      open.pop()
    },
  })
  parser.end(html)
  const missing = referred.find((one) => !ids.has(one))
  if (missing) throw new Error(`What ${missing} should name or describe has no such element`)
  const read = (lines: readonly string[]) =>
    lines
      .map((line) => line.replaceAll(/ +/g, ' ').trim())
      .filter((line) => line !== '' && line !== '|')
  const { title, head, main, dialogs } = page
  return { title: title.trim(), head, main: read(main), dialogs: dialogs.map(read) }
}

const bareWords = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

/** Who speaks to the computer says what they see: the name of a control has that text in it (WCAG 2.5.3). */
function expectTextInName(text: string, label = text): void {
  if (bareWords(label).includes(bareWords(text))) return
  throw new Error(`What shows “${text}” is named “${label}”`)
}

function headText(tag: string, { name = '', content, rel, href }: Attributes): string[] {
  if (tag === 'link' && rel === 'canonical') return [`canonical: ${href}`]
  const isTold = ['description', 'robots', 'referrer'].includes(name)
  return tag === 'meta' && isTold ? [`${name}: ${content}`] : []
}

const isOff = (attributes: Attributes) =>
  'disabled' in attributes || attributes['aria-disabled'] === 'true'

const sentBy = ({ name, value = '', formaction, ...rest }: Attributes) =>
  `${name ? ` ${name}=${value}` : ''}${formaction ? ` to ${formaction}` : ''}${'disabled' in rest ? ' disabled' : ''}`

function fieldText({ type = 'text', name = '', value = '', ...rest }: Attributes): string {
  if (type === 'checkbox' || type === 'radio')
    return `(${'checked' in rest ? 'x' : ' '}) ${name}=${value}`
  const words = ['required', 'disabled', 'readonly'].filter((word) => word in rest)
  const said = [type === 'text' ? '' : type, value, ...words, limitsOf(rest).trim()]
  return `${name}: ${said.filter(Boolean).join(' ')}`
}

/** What may be typed into a field, and what a browser fills in. */
const limits = ['min', 'max', 'maxlength', 'inputmode', 'autocomplete']

const limitsOf = (attributes: Attributes) =>
  limits.flatMap((name) => (name in attributes ? `${name}=${attributes[name]} ` : [])).join('')

function optionsText(options: readonly string[]): string {
  const chosen = options.filter((option) => option.startsWith('*'))
  return (options.length > mostOptions ? [...chosen, `${options.length} options`] : options).join(
    ' / ',
  )
}

type Button = { text: string; name: string; value: string; action: string | null }
/** A form as a browser without script would send it: the fields with what stands in them, and the buttons. */
export type PageForm = {
  method: string
  action: string
  fields: [string, string][]
  buttons: Button[]
}

export function formsOf(html: string): PageForm[] {
  const forms: PageForm[] = []
  const byId = new Map<string, PageForm>()
  const open: { name: string; attributes: Attributes; text: string }[] = []
  let current: PageForm | undefined
  let select: { name: string; options: [value: string, isChosen: boolean][] } | null = null
  const formOf = ({ form }: Attributes) => (form ? byId.get(form) : current)
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push({ name, attributes, text: '' })
      if (name === 'form') {
        const { id, method = 'get', action = '' } = attributes
        current = { method, action, fields: [], buttons: [] }
        forms.push(current)
        if (id) byId.set(id, current)
      }
      if (name === 'select') select = { name: attributes['name'] ?? '', options: [] }
      if (name === 'option')
        select?.options.push([attributes['value'] ?? '', 'selected' in attributes])
      if (name !== 'input' || !attributes['name'] || 'disabled' in attributes) return
      const { type = 'text', value = type === 'checkbox' ? 'on' : '' } = attributes
      const isChoice = type === 'checkbox' || type === 'radio'
      if (isChoice && !('checked' in attributes)) return
      formOf(attributes)?.fields.push([attributes['name'], value])
    },
    ontext(text) {
      for (const part of open) part.text += text
    },
    onclosetag(name) {
      const { attributes, text } = open.pop()!
      if (name === 'form') current = undefined
      if (name === 'textarea') formOf(attributes)?.fields.push([attributes['name'] ?? '', text])
      if (name === 'select' && select) {
        const chosen = select.options.find(([, isChosen]) => isChosen) ?? select.options[0]
        if (chosen) formOf(attributes)?.fields.push([select.name, chosen[0]])
        select = null
      }
      if (name !== 'button' || attributes['type'] === 'button') return
      formOf(attributes)?.buttons.push({
        text: text.replaceAll(/\s+/g, ' ').trim() || (attributes['aria-label'] ?? ''),
        name: attributes['name'] ?? '',
        value: attributes['value'] ?? '',
        action: attributes['formaction'] ?? null,
      })
    },
  })
  parser.end(html)
  return forms
}
