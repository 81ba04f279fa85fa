import { authCopy } from '#domain/copy/identity.ts'
import { useHouse } from '#web/components/house.ts'
import { classes } from '#web/ui/classes.ts'

import styles from './captcha-riddle.module.css'

/** The riddle that tells people from machines, where one is configured. */
export function CaptchaRiddle() {
  const captcha = useHouse()?.site.signIn.captcha
  if (!captcha) return null
  return (
    <div>
      <div className={classes('cf-turnstile', styles.riddle)} data-sitekey={captcha.siteKey} />
      <script src={captcha.scriptUrl} async />
      <noscript>{authCopy.riddleNeedsScript}</noscript>
    </div>
  )
}
