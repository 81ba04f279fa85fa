import { z } from 'zod'

import { captchaField } from './captcha.rules.ts'

const solution = z.string().max(4_000).optional()

/** Fields of the captcha's solution at checkout: of JSON, and of the widget in a form. */
export const captchaFields = { captchaResponse: solution, [captchaField]: solution } as const

/** The captcha's solution of a request, from either field. */
export const captchaSolutionIn = (body: {
  captchaResponse?: string | undefined
  [captchaField]?: string | undefined
}): string | undefined => body.captchaResponse ?? body[captchaField]
