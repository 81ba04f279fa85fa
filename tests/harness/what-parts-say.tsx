import type { ComponentType, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'

import type { rootData } from '#platform/http/root-data.ts'
import type { ListShape } from '#platform/list/list-query.rules.ts'

import { expectText } from './expected-text.ts'
import { pageText } from './page-text.ts'

type Root = Awaited<ReturnType<typeof rootData>>
type Viewer = Partial<NonNullable<Root['viewer']>>

/** The settings of the shop that parts show. */
const ownSite = {
  title: 'Kohue',
  ...{ timeZone: 'America/Los_Angeles', phone: '+1 (305) 555-0142', email: 'hello@kohue.example' },
  signIn: { google: false, captcha: null },
}

/** A part, or one at this address, as it is shown to who is signed in, after its form was answered so. */
type State =
  | ReactElement
  | {
      part: ReactElement
      at?: string
      viewer?: Viewer
      answer?: object
      site?: Partial<Root['site']>
    }

/** Staff with these duties, who may open these pages. */
export const staffWith = (
  duties: NonNullable<Viewer['duties']>,
  ...pages: readonly string[]
): Viewer => ({
  ...{ role: 'staff', duties },
  adminParts: pages.map((page) => ({
    ...{ page, title: page, opened: page, group: 'today', isInBar: false },
  })),
})

/** A part as the server renders it. */
export function partHtml(state: State): string {
  const { part, at = '/', viewer = null, answer, site } = 'part' in state ? state : { part: state }
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => part }])
  const hydrationData = {
    loaderData: { root: { site: { ...ownSite, ...site }, viewer, requestId: 'r-1' } },
    actionData: answer ? { root: answer } : null,
  }
  const page = <Page initialEntries={[at]} hydrationData={hydrationData} />
  return `<body><main>${renderToStaticMarkup(page)}</main></body>`
}

/** What a part of a page says and offers, a line for each piece: see `pageText`. */
export function partText(state: State): string[] {
  const { main, dialogs } = pageText(partHtml(state), { saysOpen: true })
  return [...main, ...dialogs.flatMap((dialog) => ['--- dialog', ...dialog])]
}

/**
 * Compares a part in each of its states with the file of that name beside the test. `asChanges`: of the states after the
 * first only what is other than there, for a page of which most stays the same.
 */
export function expectParts(
  name: string,
  states: Readonly<Record<string, State>>,
  { asChanges = false } = {},
): void {
  const texts = Object.entries(states).map(([state, part]) => [state, partText(part)] as const)
  const [, first] = texts[0]!
  const lines = texts.map(([state, text], index) => [
    ...[`# ${state}`, ...(asChanges && index > 0 ? changesBetween(first, text) : text), ''],
  ])
  expectText(name, lines.flat())
}

/** Lines that are gone, after `-`, and those that are new; `…` for those that stay, and within a long run that is gone. */
function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  // By place in both: how many lines from there on are common to both.
  const common = Array.from({ length: before.length + 1 }, () => after.map(() => 0).concat(0))
  for (let old = before.length - 1; old >= 0; old -= 1) {
    for (let now = after.length - 1; now >= 0; now -= 1) {
      common[old]![now] =
        before[old] === after[now]
          ? common[old + 1]![now + 1]! + 1
          : Math.max(common[old + 1]![now]!, common[old]![now + 1]!)
    }
  }
  const lines: string[] = []
  let [old, now] = [0, 0]
  while (old < before.length || now < after.length) {
    if (old < before.length && before[old] === after[now]) {
      if (lines.at(-1) !== '…') lines.push('…')
      old += 1
      now += 1
    } else if (
      now >= after.length ||
      (old < before.length && common[old + 1]![now]! >= common[old]![now + 1]!)
    ) {
      lines.push(`- ${before[old]}`)
      old += 1
    } else {
      lines.push(after[now]!)
      now += 1
    }
  }
  return lines.filter(
    (line, at) =>
      !line.startsWith('- ') || ![-2, -1, 1, 2].every((by) => lines[at + by]?.startsWith('- ')),
  )
}

/** A page with what its loader or its action answered, written by hand. */
export const pageWith = <Props extends object>(
  Page: ComponentType<Props>,
  data: { loaderData?: unknown; actionData?: unknown; params?: object; matches?: unknown },
) => <Page {...(data as Props)} />

/** These rows as the only page of a list that nobody has filtered. */
export const listView = (name: string, shape: ListShape, rows: readonly object[]) => ({
  ...{ name, shape, choices: [] },
  query: {
    ...{ search: '', filters: {}, sort: shape.startSort, descending: false, page: 1, before: null },
    size: 50,
  },
  page: { rows, total: rows.length, isMore: false, number: 1, older: null },
})
