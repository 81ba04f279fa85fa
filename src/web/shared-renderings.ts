import { hash } from 'node:crypto'
import { serialize } from 'node:v8'

import type { EntryContext } from 'react-router'

import type { Handle } from './handle.ts'
import type { PageTemplate } from './page-template.ts'

/** Renderings kept at a time; the longest not asked for leaves first. A page is 10 to 40 kB. */
const most = 200

const kept = new Map<string, PageTemplate>()

/**
 * Names all that a page is made of: its address and what its loaders answered, but for the request's
 * id. Null for a page that is rendered for one person (see `Handle.shared`).
 */
export function sharedKey(
  url: string,
  { staticHandlerContext: { matches, loaderData, actionData, errors } }: EntryContext,
): string | null {
  const isShared = matches.some(({ route }) => {
    const { shared } = (route.handle ?? {}) as Handle
    return typeof shared === 'function' ? shared(loaderData[route.id] as never) : shared
  })
  if (!isShared || actionData || errors) return null
  const root = { ...(loaderData['root'] as object), requestId: null }
  return hash('sha256', serialize([url, { ...loaderData, root }]))
}

/** The page rendered before from the very same; null when there is none. */
export function sharedRendering(key: string): PageTemplate | null {
  const page = kept.get(key)
  if (!page) return null
  kept.delete(key)
  kept.set(key, page)
  return page
}

export function keepRendering(key: string, page: PageTemplate): void {
  kept.set(key, page)
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
}
