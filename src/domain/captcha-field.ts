/** The form field in which the riddle's script leaves the answer. */
export const captchaField = 'cf-turnstile-response'
