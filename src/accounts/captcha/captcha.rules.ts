/** The form field in which the captcha's script puts its response. */
export const captchaField = 'cf-turnstile-response'

/** The forms that can have a captcha (setting CAPTCHA_FOR). */
export const captchaPlaces = ['sign-in', 'registration', 'recovery', 'checkout'] as const

export type CaptchaPlace = (typeof captchaPlaces)[number]
