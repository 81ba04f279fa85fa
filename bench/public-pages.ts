import { pageFacts } from '#tests/harness/site-map.ts'

/** Every page that is the same for all visitors; the home page first. */
export const publicPages = pageFacts().filter(({ cached }) => cached)

/** The cookie of a visitor who has passed the age gate. */
export const overAge = 'ageKey=older'

/** Cookies that statistics and consent banners set for the whole domain. */
export const foreignCookies = '_ga=GA1.1.1234567890.1234567890; CookieConsent=true'
