import { useEffect } from 'react'

import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { classes } from '#ui/classes.ts'

import { authCopy } from '../sign-in/sign-in.copy.ts'
import type { CaptchaPlace } from './captcha.rules.ts'
import { renderCaptcha } from './renew-captcha.ts'

import styles from './captcha.module.css'

/** The captcha's widget, where one is configured for this place. */
export function CaptchaField({ place }: { place: CaptchaPlace }) {
  const captcha = useSiteSettings()?.site.signIn.captcha
  // The log-in form is the one that asks for recovery, too.
  const isAsked =
    captcha?.places.includes(place) || (place === 'sign-in' && captcha?.places.includes('recovery'))
  // Where the widget's script has run before this was mounted. Pages without framework need none.
  useEffect(renderCaptcha, [])
  if (!captcha || !isAsked) return null
  return (
    <div>
      <div className={classes('cf-turnstile', styles.captcha)} data-sitekey={captcha.siteKey} />
      <script src={captcha.scriptUrl} async />
      <noscript>{authCopy.captchaNeedsScript}</noscript>
    </div>
  )
}
