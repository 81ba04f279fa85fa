import type { RouterContextProvider } from 'react-router'

import type { Access } from '../access/access.rules.ts'
import { partsFor } from '../admin/parts.rules.ts'
import type { Site } from './context.ts'
import { requestContext, siteContext, viewerContext } from './context.ts'
import { takeFlash } from './flash.ts'
import { hereOf } from './guards.ts'

/** What every page needs: the site's settings, the age gate, who is signed in and a flash message. */
export function rootData(url: URL, context: Readonly<RouterContextProvider>) {
  const viewer = context.get(viewerContext)
  const { ageGate, placeholders } = context.get(requestContext)
  return {
    ageGate,
    requestId: placeholders.requestId,
    here: hereOf(url),
    // Not while the age gate covers the page: nobody would read it.
    flash: ageGate === 'open' ? takeFlash(context) : null,
    site: publicSite(context.get(siteContext)),
    viewer: viewer && {
      role: viewer.role,
      duties: viewer.duties,
      inCart: viewer.inCart,
      ...(viewer.role === 'staff' && { adminParts: shownParts(viewer) }),
    },
  }
}

/** What the navigation of the admin shows of the parts that one may open. */
const shownParts = (viewer: Access) =>
  partsFor(viewer).map(({ title, page, group, isInBar = false, opened = page }) => ({
    title,
    page,
    opened,
    group,
    isInBar,
  }))

/** Without what only the sign-in pages need. */
const publicSite = ({ signIn: { google, captcha }, ...site }: Site) => ({
  ...site,
  signIn: { google, captcha },
})
