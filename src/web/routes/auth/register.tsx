import { data, redirect } from 'react-router'

import {
  alreadyRegistered,
  authCopy as copy,
  identitySentence,
  passwordFaultSentence,
} from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import type { PasswordFault } from '#domain/password-policy.ts'
import { AuthForm } from '#web/components/auth/auth-form.tsx'
import { CaptchaRiddle } from '#web/components/auth/captcha-riddle.tsx'
import { GoogleButton } from '#web/components/auth/google-button.tsx'
import { NewPasswordField } from '#web/components/auth/new-password-field.tsx'
import { shopContext, siteContext, viewerContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { readableRedirects } from '#web/readable-redirects.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Route } from './+types/register'
import styles from './auth.module.css'
import { captchaOf, statusOf, textOf, withCookies } from './credentials-form.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'register')

type Typed = { firstName: string; lastName: string; email: string }
type Answer = {
  code: IdentityCode
  passwordFault?: PasswordFault
  longNames?: (keyof Typed)[]
  typed?: Typed
}

export function loader({ context }: Route.LoaderArgs) {
  const { google, passwordPolicy } = context.get(siteContext).signIn
  return { google, passwordPolicy }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = {
    firstName: textOf(form, 'firstname'),
    lastName: textOf(form, 'lastname'),
    email: textOf(form, 'email'),
  }
  const secrets = { password: textOf(form, 'password'), captcha: captchaOf(form) }
  const shop = context.get(shopContext)
  const entered = await shop.register({ ...typed, ...secrets }, request.headers)
  if (entered.ok) {
    return redirect(paths.members(), { headers: withCookies(entered.cookies) })
  }
  if (entered.code === 'email-already-in-use') return sendToTheirAccount(context, typed.email)
  logRefusal(context, 'registration', entered.code)
  return data<Answer>({ ...entered, typed }, statusOf(entered.code))
}

/** Whoever has an account goes to it: straight in when signed in, else by the login page. */
function sendToTheirAccount(context: Route.ActionArgs['context'], typedEmail: string) {
  const site = context.get(siteContext)
  const email = typedEmail.trim().toLowerCase()
  const [to, sentence] = context.get(viewerContext)
    ? [paths.members(), alreadyRegistered(email)]
    : [paths.login(), identitySentence('email-already-in-use', { email })]
  const cookie = flash({ tone: 'info', sentence, email }, site)
  return redirect(to, { headers: { 'set-cookie': cookie } })
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { google, passwordPolicy: policy } = loaderData
  const answer = actionData as Answer | undefined
  const fault = answer?.passwordFault
  const typed = answer?.typed
  const long = answer?.longNames
  const errorOf = (name: keyof Typed) =>
    long?.includes(name) && <span role="alert">{identitySentence('name-too-long')}</span>

  return (
    <FormPage title={copy.registerTitle}>
      {answer && !fault && !long && (
        <Notice tone="bad">{identitySentence(answer.code, { minLength: policy.minLength })}</Notice>
      )}
      <AuthForm place="registration">
        <TextField
          label={copy.firstName}
          name="firstname"
          autoComplete="given-name"
          defaultValue={typed?.firstName}
          error={errorOf('firstName')}
        />
        <TextField
          label={copy.lastName}
          name="lastname"
          autoComplete="family-name"
          defaultValue={typed?.lastName}
          error={errorOf('lastName')}
        />
        <TextField
          label={copy.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          defaultValue={typed?.email}
        />
        <NewPasswordField
          policy={policy}
          error={fault && <span role="alert">{passwordFaultSentence(fault, policy)}</span>}
        />
        <CaptchaRiddle />
        <Button data-busy={copy.signingIn}>{copy.signIn}</Button>
      </AuthForm>
      {google && <GoogleButton />}
      <p className={styles.ways}>
        <a href={paths.login()}>{copy.toLogin}</a>
      </p>
    </FormPage>
  )
}
