import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'

import type { rootData } from '#platform/http/root-data.ts'
import type { ListShape } from '#platform/list/list-query.rules.ts'

import { expectText } from './expected-text.ts'
import { pageText } from './page-text.ts'

type Root = Awaited<ReturnType<typeof rootData>>

/** The settings of the shop that parts show. */
const ownSite = {
  ...{ timeZone: 'America/Los_Angeles', phone: '+1 (305) 555-0142', email: 'hello@kohue.example' },
  signIn: { google: false, captcha: null },
}

/** A part, or one at this address, as it is shown to who is signed in, after its form was answered so. */
type State =
  | ReactElement
  | {
      part: ReactElement
      at?: string
      viewer?: Partial<NonNullable<Root['viewer']>>
      answer?: object
      site?: Partial<Root['site']>
    }

/** What a part of a page says and offers, a line for each piece: see `pageText`. */
export function partText(state: State): string[] {
  const { part, at = '/', viewer = null, answer, site } = 'part' in state ? state : { part: state }
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => part }])
  const hydrationData = {
    loaderData: { root: { site: { ...ownSite, ...site }, viewer } },
    actionData: answer ? { root: answer } : null,
  }
  const page = <Page initialEntries={[at]} hydrationData={hydrationData} />
  const { main, dialogs } = pageText(`<body><main>${renderToStaticMarkup(page)}</main></body>`)
  return [...main, ...dialogs.flatMap((dialog) => ['--- dialog', ...dialog])]
}

/** Compares a part in each of its states with the file of that name beside the test. */
export function expectParts(name: string, states: Readonly<Record<string, State>>): void {
  const lines = Object.entries(states).map(([state, part]) => [`# ${state}`, ...partText(part), ''])
  expectText(name, lines.flat())
}

/** These rows as the only page of a list that nobody has filtered. */
export const listView = (name: string, shape: ListShape, rows: readonly object[]) => ({
  ...{ name, shape, choices: [] },
  query: {
    ...{ search: '', filters: {}, sort: shape.startSort, descending: false, page: 1, before: null },
    size: 50,
  },
  page: { rows, total: rows.length, isMore: false, number: 1, older: null },
})
