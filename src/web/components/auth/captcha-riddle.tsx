import { useHouse } from '#web/components/house.ts'

/** The riddle that tells people from machines, where one is configured. */
export function CaptchaRiddle() {
  const house = useHouse()
  const captcha = house?.site.signIn.captcha
  if (!captcha) return null
  return (
    <>
      <div className="cf-turnstile" data-sitekey={captcha.siteKey} />
      <script src={captcha.scriptUrl} async nonce={house.nonce} />
      <noscript>Please turn on JavaScript: we have to make sure that you are human.</noscript>
    </>
  )
}
