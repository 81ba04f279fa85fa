import { data, redirect } from 'react-router'

import { authCopy as copy, identitySentence, recoverySent } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { AuthForm } from '#web/components/auth/auth-form.tsx'
import { CaptchaRiddle } from '#web/components/auth/captcha-riddle.tsx'
import { GoogleButton } from '#web/components/auth/google-button.tsx'
import { useHouse } from '#web/components/house.ts'
import { shopContext } from '#web/context.ts'
import { typedEmail } from '#web/flash.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { readableRedirects } from '#web/readable-redirects.ts'
import { safeReturnTo } from '#web/return-to.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Route } from './+types/login'
import styles from './auth.module.css'
import { captchaOf, statusOf, textOf, withCookies } from './credentials-form.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'login')

type Answer = { code: IdentityCode; email?: string } | { recoveryFor: string; email?: string }

export function loader({ url, context }: Route.LoaderArgs) {
  const to = safeReturnTo(url.searchParams.get('to'), '')
  return { to, email: typedEmail(context) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData()
  const shop = context.get(shopContext)
  const email = textOf(form, 'email')
  const captcha = captchaOf(form)

  if (textOf(form, 'intent') === 'recover') {
    const asked = await shop.askForRecovery({ email, captcha }, request.headers)
    if (asked.ok) return data<Answer>({ recoveryFor: asked.email, email })
    logRefusal(context, 'recovery', asked.code)
    return data<Answer>({ code: asked.code, email }, statusOf(asked.code))
  }

  const password = textOf(form, 'password')
  const entered = await shop.signIn({ email, password, captcha }, request.headers)
  if (!entered.ok) {
    logRefusal(context, 'login', entered.code)
    return data<Answer>({ code: entered.code, email }, statusOf(entered.code))
  }
  const to = safeReturnTo(url.searchParams.get('to'), paths.members())
  return redirect(to, { headers: withCookies(entered.cookies) })
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = loaderData
  const answer = actionData as Answer | undefined
  const google = useHouse()?.site.signIn.google

  return (
    <FormPage title={copy.loginTitle}>
      {isFromPayment(to) && <Notice>{copy.afterPayment}</Notice>}
      <LoginAnswer answer={answer} />
      <AuthForm place="login">
        <TextField
          label={copy.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          defaultValue={answer?.email ?? loaderData.email}
        />
        <PasswordField label={copy.password} name="password" autoComplete="current-password" />
        <CaptchaRiddle />
        <Button data-busy={copy.loggingIn}>{copy.logIn}</Button>
        <Button kind="quiet" name="intent" value="recover">
          {copy.forgotPassword}
        </Button>
      </AuthForm>
      {google && <GoogleButton returnTo={to || undefined} />}
      <p className={styles.ways}>
        <a href={paths.register()}>{copy.toRegister}</a>
        <a href={paths.join()}>{copy.joinList}</a>
      </p>
    </FormPage>
  )
}

/** The payment page led them back, and their session had ended meanwhile. */
const isFromPayment = (to: string) => to.split('?', 1)[0] === paths.purchaseThanks()

function LoginAnswer({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null
  if ('recoveryFor' in answer) {
    return <Notice tone="good">{recoverySent(answer.recoveryFor)}</Notice>
  }
  return <Notice tone="bad">{identitySentence(answer.code, { email: answer.email })}</Notice>
}
