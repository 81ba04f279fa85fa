import { z } from 'zod'

import { limitBody } from '#platform/http/limit-body.ts'

import type { Captcha } from './captcha.ts'

type CaptchaSettings = {
  siteKey: string
  secret: string
  verifyUrl: string
  scriptUrl: string
  /** Time limit of the verification, in milliseconds. */
  patienceMs?: number
}

const verdict = z.object({ success: z.boolean() })

/** Turnstile, or a service with its API. Fails closed: while it is unreachable, nobody passes. */
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
          // A redirect would send the secret to another host.
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
