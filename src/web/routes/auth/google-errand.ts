import { z } from 'zod'

import { shortCookie } from '#web/short-cookie.ts'

/** What the browser keeps while its owner is with Google: ten minutes, out of reach of scripts. */
export const googleErrand = shortCookie(
  'kohue.google',
  10,
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    to: z.string(),
    isPopup: z.boolean(),
    redirectUri: z.url(),
  }),
)
