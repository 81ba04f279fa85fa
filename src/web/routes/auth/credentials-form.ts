import type { IdentityCode } from '#domain/identity-codes.ts'
import { captchaField } from '#domain/captcha-field.ts'

/** The text of a form's field; a file or a missing one is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export const captchaOf = (form: FormData): string => textOf(form, captchaField)

/** The status a page answers a refusal with. */
export const statusOf = (code: IdentityCode): number => (code === 'too-many-requests' ? 429 : 400)

/** Headers that carry cookies to the browser. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
