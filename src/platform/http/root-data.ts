import type { RouterContextProvider } from 'react-router'

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
    flash: takeFlash(context),
    site: publicSite(context.get(siteContext)),
    viewer: viewer && { role: viewer.role, duties: viewer.duties },
  }
}

/** Without what only the sign-in pages need. */
const publicSite = ({ signIn: { google, captcha }, ...site }: Site) => ({
  ...site,
  signIn: { google, captcha },
})
