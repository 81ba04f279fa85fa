import { z } from 'zod'

import { limitBody } from '#services/http/limit-body.ts'

import type { Captcha } from './captcha.ts'

export type CaptchaSettings = {
  siteKey: string
  secret: string
  verifyUrl: string
  scriptUrl: string
  /** How long a verdict is waited for, in milliseconds. */
  patienceMs?: number
}

const verdict = z.object({ success: z.boolean() })

/** Turnstile, or a service with its API. While it can't be reached, nobody passes. */
export function turnstileCaptcha({
  siteKey,
  secret,
  verifyUrl,
  scriptUrl,
  patienceMs = 5_000,
}: CaptchaSettings): Captcha {
  return {
    siteKey,
    scriptUrl,
    async isHuman(solution, address) {
      if (!solution) return false
      try {
        const response = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: solution, remoteip: address }),
          // The secret goes to this address alone.
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        })
        return verdict.parse(await limitBody(response).json()).success
      } catch {
        return false
      }
    },
  }
}
