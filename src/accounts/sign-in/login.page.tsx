import { data, redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { codeDueContext, servicesContext } from '#platform/http/context.ts'
import { typedEmail } from '#platform/http/flash.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { landingFor, safeReturnTo } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { CaptchaField } from '../captcha/captcha.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { entryMinutes } from '../links/entry-link.rules.ts'
import { offersLoginLinks, requestLoginLink } from '../links/login-link.actions.server.ts'
import { PasskeyAutofill } from '../passkeys/passkey-autofill.tsx'
import type { Route } from './+types/login.page'
import { AuthForm } from './auth-form.tsx'
import { captchaOf, orUnavailable, refusalInit, withCookies } from './credentials-form.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { isOfEmail, isOfPassword } from './identity-codes.rules.ts'
import { logRefusal } from './log-refusal.ts'
import { requestRecovery } from './recover-password.actions.server.ts'
import { signIn } from './sign-in.actions.server.ts'
import { authCopy as copy, identitySentence, recoverySent } from './sign-in.copy.ts'
import { SignedInNotice } from './signed-in-notice.tsx'

export const handle: Handle = { cached: 'switched' }
export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Log in',
    description: 'Log in to your Kohue account: the current release, your orders and your details.',
  })

type Outcome =
  | { code: IdentityCode; email?: string }
  | { recoveryFor: string; email?: string }
  | { linkFor: string; email?: string }

export async function loader({ url, context }: Route.LoaderArgs) {
  const to = safeReturnTo(url.searchParams.get('to'), '')
  if (context.get(codeDueContext)) throw redirect(paths.loginCode(to || paths.members()))
  // The form is there also while the database is not.
  const hasLinks = await offersLoginLinks(context.get(servicesContext)).catch(() => false)
  return { to, hasLinks, email: typedEmail(context) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const services = context.get(servicesContext)
  const email = textOf(form, 'email')
  const captcha = captchaOf(form)
  const refuse = (at: string, code: IdentityCode) => {
    logRefusal(context, at, code)
    return data<Outcome>({ code, email }, refusalInit(code))
  }

  if (textOf(form, 'intent') === 'recover') {
    await refuseHeadless({ request, context })
    const asked = await orUnavailable(
      context,
      requestRecovery(services, { email, captcha }, request.headers),
    )
    if (asked.ok) return data<Outcome>({ recoveryFor: asked.email, email })
    return refuse('recovery', asked.code)
  }

  if (textOf(form, 'intent') === 'mail-link') {
    await refuseHeadless({ request, context })
    const to = safeReturnTo(url.searchParams.get('to'), paths.members())
    const asked = await orUnavailable(
      context,
      requestLoginLink(services, { email, captcha, to }, request.headers),
    )
    if (asked.ok) return data<Outcome>({ linkFor: asked.email, email })
    return refuse('login', asked.code)
  }

  const password = textOf(form, 'password')
  const entered = await orUnavailable(
    context,
    signIn(services, { email, password, captcha }, request.headers),
  )
  if (!entered.ok) return refuse('login', entered.code)
  const to = landingFor(entered.role, url.searchParams.get('to'))
  return redirect(to, { headers: withCookies(entered.cookies) })
}

const refusalId = 'refusal'

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { to, hasLinks } = loaderData
  const outcome = actionData as Outcome | undefined
  const code = outcome && 'code' in outcome ? outcome.code : null
  const google = useSiteSettings()?.site.signIn.google

  return (
    <FormPage title={copy.loginTitle}>
      {isFromPayment(to) && <Notice>{copy.afterPayment}</Notice>}
      <SignedInNotice to={to || undefined} />
      <LoginOutcome outcome={outcome} />
      <AuthForm place="login">
        <TextField
          label={copy.email}
          name="email"
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          defaultValue={outcome?.email ?? loaderData.email}
          saidAt={code && isOfEmail(code) ? refusalId : undefined}
        />
        <PasswordField
          label={copy.password}
          name="password"
          autoComplete="current-password"
          account={null}
          saidAt={code && isOfPassword(code) ? refusalId : undefined}
        />
        <PasskeyAutofill />
        <CaptchaField place="sign-in" />
        <Button data-busy={copy.loggingIn}>{copy.logIn}</Button>
        <div className={cluster([1, 4], { justify: 'between' })}>
          {hasLinks && (
            <Button kind="quiet" name="intent" value="mail-link">
              {copy.mailLink}
            </Button>
          )}
          <Button kind="quiet" name="intent" value="recover">
            {copy.forgotPassword}
          </Button>
        </div>
      </AuthForm>
      {google && <GoogleButton returnTo={to || undefined} />}
      <p className={cluster([1, 4], { justify: 'between', text: 'sans' })}>
        <a href={paths.register()}>{copy.toRegister}</a>
        <a href={paths.join()}>{copy.joinList}</a>
      </p>
    </FormPage>
  )
}

/** They return from the payment page, and their login session had ended meanwhile. */
const isFromPayment = (to: string) => to.split('?', 1)[0] === paths.purchaseThanks()

/** The same for an address without an account. */
const loginLinkSent = (email: string) =>
  `If ${email} has an account here, a link is on its way. It works once, for ${entryMinutes.login} minutes.`

/** A script puts it into the page, where screen readers say an alert and are silent about a new status. */
const Answer = ({ children }: { children: string }) => (
  <Notice tone="good" role="alert">
    {children}
  </Notice>
)

function LoginOutcome({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  if ('recoveryFor' in outcome) {
    return <Answer>{recoverySent(outcome.recoveryFor)}</Answer>
  }
  if ('linkFor' in outcome) {
    return <Answer>{loginLinkSent(outcome.linkFor)}</Answer>
  }
  return (
    <Notice tone="bad" id={refusalId}>
      {identitySentence(outcome.code, { email: outcome.email })}
    </Notice>
  )
}
