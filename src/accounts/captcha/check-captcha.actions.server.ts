import type { Services } from '#platform/services/services.ts'

import { passedCaptcha } from '../sign-in/rate-limits.actions.server.ts'

/** True where checkout requires no captcha (setting CAPTCHA_FOR), or it was solved. */
export const passesCheckoutCaptcha = (
  services: Pick<Services, 'captcha' | 'settings'>,
  solution: string | undefined,
  address: string,
): Promise<boolean> => passedCaptcha(services, 'checkout', solution, address)
