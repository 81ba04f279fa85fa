import { data, redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { callerOf, memberOf, requireMember } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'
import { PasswordField } from '#ui/password-field.tsx'

import { CaptchaField } from '../captcha/captcha.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { entryMinutes } from '../links/entry-link.rules.ts'
import { requestConfirmationLink } from '../links/login-link.actions.server.ts'
import { PasskeyConfirm } from '../passkeys/passkey-confirm.tsx'
import { hasPasskey } from '../passkeys/sign-in-with-passkey.actions.server.ts'
import type { Route } from './+types/confirm-identity.page'
import { AuthForm } from './auth-form.tsx'
import { captchaOf, orUnavailable, refusalInit, withCookies } from './credentials-form.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { logRefusal } from './log-refusal.ts'
import { signIn } from './sign-in.actions.server.ts'
import { authCopy, identitySentence } from './sign-in.copy.ts'

const copy = {
  title: 'Please confirm it’s you',
  intro:
    'The link in your email opens your purchase only. To see the rest of your account, confirm it’s you.',
  confirm: 'Confirm',
  mailLinkHint: 'No password at hand? We will email you a link that logs you in.',
  linkSent: `A link is on its way to the address of your account. It works once, for ${entryMinutes.login} minutes.`,
} as const

export const middleware: Route.MiddlewareFunction[] = [requireMember, readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const returnOf = (url: URL) => safeReturnTo(url.searchParams.get('to'), paths.members())

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  if (!viewer.isLimited) throw redirect(returnOf(url))
  return {
    to: returnOf(url),
    email: viewer.email,
    hasPasskey: await hasPasskey(context.get(servicesContext), viewer),
  }
}

type Outcome = { code: IdentityCode } | { isSent: true }

export async function action({ request, url, context }: Route.ActionArgs) {
  const { services, viewer } = callerOf(context)
  const to = returnOf(url)
  if (!viewer.isLimited) return redirect(to)
  const form = await request.formData()
  if (form.get('intent') === 'mail-link') {
    await refuseHeadless({ request, context })
    const asked = await orUnavailable(
      context,
      requestConfirmationLink(services, viewer, to, request.headers),
    )
    if (asked.ok) return data<Outcome>({ isSent: true })
    return data<Outcome>({ code: asked.code }, refusalInit(asked.code))
  }
  const proof = { email: viewer.email, password: textOf(form, 'password') }
  const entered = await orUnavailable(
    context,
    signIn(services, { ...proof, captcha: captchaOf(form) }, request.headers),
  )
  if (entered.ok) return redirect(to, { headers: withCookies(entered.cookies) })
  logRefusal(context, 'confirm', entered.code)
  return data<Outcome>({ code: entered.code }, refusalInit(entered.code))
}

/** No email is asked for here. */
const whyNot = (code: IdentityCode): IdentityCode =>
  code === 'invalid-credential' ? 'wrong-password' : code

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  const google = useSiteSettings()?.site.signIn.google
  const outcome = actionData as Outcome | undefined
  return (
    <FormPage plain title={copy.title} intro={copy.intro}>
      {outcome && 'isSent' in outcome && <Notice tone="good">{copy.linkSent}</Notice>}
      {outcome && 'code' in outcome && (
        <Notice tone="bad">{identitySentence(whyNot(outcome.code))}</Notice>
      )}
      {loaderData.hasPasskey && <PasskeyConfirm to={loaderData.to} />}
      <AuthForm place="login">
        <PasswordField
          label={authCopy.password}
          name="password"
          autoComplete="current-password"
          account={loaderData.email}
        />
        <CaptchaField place="sign-in" />
        <Button>{copy.confirm}</Button>
      </AuthForm>
      {google && <GoogleButton returnTo={loaderData.to} />}
      <form method="post" className={stack(1.5)}>
        <p>{copy.mailLinkHint}</p>
        <Button kind="secondary" name="intent" value="mail-link">
          {authCopy.mailLink}
        </Button>
      </form>
    </FormPage>
  )
}
