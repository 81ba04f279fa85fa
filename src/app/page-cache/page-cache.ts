import type { IncomingMessage, ServerResponse } from 'node:http'

import type { AgeGate } from '#platform/http/age-gate.rules.ts'

import { ageGateOfCookie, cacheablePath } from './cacheable-pages.ts'
import type { CachedPage, RenderedPage } from './cached-page.ts'
import { buildCachedPage, sendPage } from './cached-page.ts'
import type { ReadPart } from './inline-parts.ts'
import { speculationRules } from './speculation-rules.ts'

/** A page in one state of the age gate. `page` is null when it may not be cached. */
type Slot = {
  path: string
  gate: AgeGate
  maxAge: number
  page: CachedPage | null
  staleAt: number
  rendering: Promise<void> | null
}

/** How long a page that could not be cached is left to the router, in milliseconds. */
const passFor = 2_000

export type PageCache = {
  /** True when it responds, at once or after rendering; false when the request is the router's. */
  respond(request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean
  /** Requests so far: sent at once, sent after rendering, left to the router. */
  counts: Readonly<PageCacheCounts>
}

type PageCacheCounts = { kept: number; rendered: number; passed: number }

type PageCacheOptions = {
  /** Renders the page in this state of the age gate. */
  render: (path: string, gate: AgeGate) => Promise<RenderedPage>
  onError: (error: unknown, path: string) => void
  /** The paths that may be cached, and for how many milliseconds. */
  pages: Readonly<Record<string, number>>
  readPart?: ReadPart
  /** A monotonic clock, in milliseconds. */
  now?: () => number
}

/**
 * Public pages, rendered once per state of the age gate and sent from memory before any router or hook
 * runs. No page is sent that is older than its `maxAge`: in the second half of that time a request
 * triggers a render in the background (stale-while-revalidate), and later requests wait for the render.
 * Its size is bounded by the number of `pages` and states.
 */
export function pageCache({
  render,
  onError,
  pages,
  readPart,
  now = () => performance.now(),
}: PageCacheOptions): PageCache {
  const rules = speculationRules(Object.keys(pages))
  const slots = new Map(
    Object.entries(pages).map(([path, maxAge]) => {
      const slot = (gate: AgeGate): Slot => {
        return { path, gate, maxAge, page: null, staleAt: -Infinity, rendering: null }
      }
      return [path, { ask: slot('ask'), open: slot('open'), refused: slot('refused') }]
    }),
  )

  function renew(slot: Slot): Promise<void> {
    slot.rendering ??= renderInto(slot)
      .catch((error: unknown) => {
        slot.page = null
        onError(error, slot.path)
      })
      .finally(() => {
        slot.rendering = null
      })
    return slot.rendering
  }

  async function renderInto(slot: Slot): Promise<void> {
    const began = now()
    const rendered = await render(slot.path, slot.gate)
    slot.page = await buildCachedPage(rendered, slot.page, readPart, rules)
    slot.staleAt = began + (slot.page ? slot.maxAge : passFor)
  }

  const counts: PageCacheCounts = { kept: 0, rendered: 0, passed: 0 }

  return {
    counts,
    respond(request, response, otherwise) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const path = cacheablePath(request.url!)
      const variants = path === null ? undefined : slots.get(path)
      if (!variants) return false
      const gate = ageGateOfCookie(request.headers.cookie)
      if (!gate) return false

      const slot = variants[gate]
      const timeLeft = slot.staleAt - now()
      const send = (page: CachedPage) => sendPage(page, request, response)
      if (timeLeft <= 0) {
        void renew(slot).then(() => {
          counts[slot.page ? 'rendered' : 'passed']++
          if (slot.page) send(slot.page)
          else otherwise()
        })
        return true
      }
      if (!slot.page) {
        counts.passed++
        return false
      }
      if (timeLeft < slot.maxAge / 2) void renew(slot)
      counts.kept++
      send(slot.page)
      return true
    },
  }
}
