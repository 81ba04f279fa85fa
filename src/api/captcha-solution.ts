import { z } from 'zod'

import { captchaField } from '#domain/sign-in/captcha.ts'

const solution = z.string().max(4_000).optional()

/** The captcha's solution, where one is asked for at checkout; a form has the widget's field. */
export const captchaFields = { captchaResponse: solution, [captchaField]: solution } as const

/** The captcha's solution in a request that may carry it under either name. */
export const captchaSolutionIn = (body: {
  captchaResponse?: string | undefined
  [captchaField]?: string | undefined
}): string | undefined => body.captchaResponse ?? body[captchaField]
