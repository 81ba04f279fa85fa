/** The form field in which the captcha's script leaves its response. */
export const captchaField = 'cf-turnstile-response'

/** Where a captcha can be asked for (setting CAPTCHA_FOR). */
export const captchaPlaces = ['sign-in', 'registration', 'recovery', 'checkout'] as const

export type CaptchaPlace = (typeof captchaPlaces)[number]
