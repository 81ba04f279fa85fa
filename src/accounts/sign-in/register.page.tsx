import { data, redirect } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { Button } from '#ui/button.tsx'
import { letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'
import { TextField } from '#ui/text-field.tsx'

import { CaptchaField } from '../captcha/captcha.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import type { Route } from './+types/register.page'
import { AuthForm } from './auth-form.tsx'
import { captchaOf, orUnavailable, refusalInit, withCookies } from './credentials-form.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import { isOfEmail } from './identity-codes.rules.ts'
import { logRefusal } from './log-refusal.ts'
import { NewPasswordField } from './new-password-field.tsx'
import type { PasswordProblem } from './password-policy.rules.ts'
import { register } from './register.actions.server.ts'
import { authCopy as copy, identitySentence, passwordProblemSentence } from './sign-in.copy.ts'

export const handle: Handle = { cached: 'text' }
export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Register',
    description: 'Open a Kohue account to buy the current release and to keep your details.',
  })

type Typed = { firstName: string; lastName: string; email: string }
type Refusal = {
  code: IdentityCode
  passwordProblem?: PasswordProblem
  longNames?: (keyof Typed)[]
  typed?: Typed
}

export function loader({ context }: Route.LoaderArgs) {
  const { google, passwordPolicy } = context.get(siteContext).signIn
  return { google, passwordPolicy }
}

export async function action({ request, context }: Route.ActionArgs) {
  await refuseHeadless({ request, context })
  const form = await request.formData()
  const typed = {
    firstName: textOf(form, 'firstname'),
    lastName: textOf(form, 'lastname'),
    email: textOf(form, 'email'),
  }
  const secrets = { password: textOf(form, 'password'), captcha: captchaOf(form) }
  const services = context.get(servicesContext)
  const entered = await orUnavailable(
    context,
    register(services, { ...typed, ...secrets }, request.headers),
  )
  if (entered.ok) {
    return redirect(paths.members(), { headers: withCookies(entered.cookies) })
  }
  if (entered.code === 'email-already-in-use') return sendToTheirAccount(context, typed.email)
  logRefusal(context, 'registration', entered.code)
  return data<Refusal>({ ...entered, typed }, refusalInit(entered.code))
}

/** An address with an account leads there: to the account when signed in, else to the login page. */
function sendToTheirAccount(context: Route.ActionArgs['context'], typedEmail: string) {
  const site = context.get(siteContext)
  const email = normalisedEmail(typedEmail)
  const isSignedIn = context.get(viewerContext) !== null
  const sentence = identitySentence('email-already-in-use', { email, isSignedIn })
  const cookie = flash({ tone: 'info', sentence, email }, site)
  return redirect(isSignedIn ? paths.members() : paths.login(), {
    headers: { 'set-cookie': cookie },
  })
}

const refusalId = 'refusal'

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { google, passwordPolicy: policy } = loaderData
  const refusal = actionData as Refusal | undefined
  const problem = refusal?.passwordProblem
  const typed = refusal?.typed
  const long = refusal?.longNames
  const errorOf = (name: keyof Typed) =>
    long?.includes(name) && <span role="alert">{identitySentence('name-too-long')}</span>

  return (
    <FormPage title={copy.registerTitle}>
      {refusal && !problem && !long && (
        <Notice tone="bad" id={refusalId}>
          {identitySentence(refusal.code, { minLength: policy.minLength })}
        </Notice>
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
          saidAt={refusal && isOfEmail(refusal.code) ? refusalId : undefined}
        />
        <NewPasswordField
          policy={policy}
          account={null}
          error={problem && <span role="alert">{passwordProblemSentence(problem, policy)}</span>}
        />
        <CaptchaField place="registration" />
        <Button data-busy={copy.signingIn}>{copy.signIn}</Button>
      </AuthForm>
      {google && <GoogleButton />}
      <p className={letters.sans}>
        {copy.known} <a href={paths.login()}>{copy.toLogin}</a>
      </p>
    </FormPage>
  )
}
