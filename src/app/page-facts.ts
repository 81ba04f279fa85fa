import type { ServerBuild } from 'react-router'

import type { Handle } from '#platform/http/handle.ts'

export type PageFacts = Pick<Handle, 'cached' | 'inSitemap' | 'redirected'> & { path: string }

/** Facts about pages that the server needs, from the handles of their routes. */
export const pageFacts = (routes: ServerBuild['routes']): PageFacts[] =>
  Object.values(routes).flatMap((route) => {
    const { cached, inSitemap, redirected } = (route?.module.handle ?? {}) as Handle
    if (!route || !(cached || inSitemap || redirected)) return []
    return [{ path: `/${route.path ?? ''}`, cached, inSitemap, redirected }]
  })
