import { hash, randomUUID } from 'node:crypto'
import { serialize } from 'node:v8'

import type { EntryContext } from 'react-router'

import type { Handle } from './handle.ts'
import type { PageTemplate } from './page-template.ts'
import type { Placeholders } from './placeholders.ts'

/** Templates kept at a time; the least recently used is dropped first. A page is 10 to 40 kB. */
const capacity = 200

const templates = new Map<string, PageTemplate>()

/** Since the start of the process: pages filled from a template, and pages rendered for one. */
export const sharedRenderCounts = { reused: 0, rendered: 0 }

/** Stands in keys for the mark of a render; a text that people typed can't contain it. */
const keyMark = randomUUID().replaceAll('-', '')

/**
 * Names everything a page is made of: its address and its loaders' data, in which equal placeholders
 * of different renders are equal. Null for a page that is rendered for one person (`Handle.shared`),
 * is the result of a form, has failed or shows a flash message.
 */
export function sharedKey(
  url: string,
  { staticHandlerContext: { matches, loaderData, actionData, errors } }: EntryContext,
  { mark }: Pick<Placeholders, 'mark'>,
): string | null {
  const isShared = matches.some(({ route }) => {
    const { shared } = (route.handle ?? {}) as Handle
    return typeof shared === 'function' ? shared(loaderData[route.id] as never) : shared
  })
  const { flash } = (loaderData['root'] ?? {}) as { flash?: unknown }
  if (!isShared || actionData || errors || flash) return null
  // Latin-1 keeps each byte: the result is as unique as the serialised data.
  const data = serialize([url, loaderData]).toString('latin1').replaceAll(mark, keyMark)
  return hash('sha256', data)
}

/** The template saved under this key, or null. */
export function sharedRender(key: string): PageTemplate | null {
  const template = templates.get(key)
  if (!template) return null
  sharedRenderCounts.reused++
  templates.delete(key)
  templates.set(key, template)
  return template
}

export function saveSharedRender(key: string, template: PageTemplate): void {
  sharedRenderCounts.rendered++
  templates.set(key, template)
  const [oldest] = templates.keys()
  if (templates.size > capacity && oldest !== undefined) templates.delete(oldest)
}
