/**
 * What a login session opened by a purchase link may do. Everything that no module lists here requires a
 * full login: a new page or call is closed to it until it is added.
 */
export type LimitedRights = {
  /** Pages by route pattern, with their methods. */
  pages?: Readonly<Record<string, readonly ('GET' | 'POST')[]>>
  /** Of a page with views, those besides its default; all where none are named. */
  views?: Readonly<Record<string, readonly string[]>>
  /** Calls under `/api`, by method and path. */
  calls?: readonly string[]
}

const pages = new Map<string, readonly string[]>()
const views = new Map<string, readonly string[]>()
const calls = new Set(['GET /test'])

/** Adds what a module allows; `app` does so with each module before the shop opens. */
export function addLimitedRights(rights: LimitedRights): void {
  for (const [pattern, methods] of Object.entries(rights.pages ?? {})) pages.set(pattern, methods)
  for (const [pattern, names] of Object.entries(rights.views ?? {})) views.set(pattern, names)
  for (const call of rights.calls ?? []) calls.add(call)
}

export const isLimitedCall = (call: string): boolean => calls.has(call)

/** Whether a limited session may request a page, by its route pattern. */
export function isLimitedPage(pattern: string, method: string, view: string | null): boolean {
  const name = pattern.replace(/^\/+/, '')
  const asked = method === 'HEAD' ? 'GET' : method
  if (!pages.get(name)?.includes(asked)) return false
  return view === null || (views.get(name)?.includes(view) ?? true)
}
