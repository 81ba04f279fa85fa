import { textOf } from '#platform/form/form-text.rules.ts'
import { data, redirect } from 'react-router'

import { authCopy as copy, identitySentence, passwordProblemSentence } from './sign-in.copy.ts'
import type { IdentityCode } from './identity-codes.rules.ts'
import type { PasswordProblem } from './password-policy.rules.ts'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { flash } from '#platform/http/flash.ts'
import { logRefusal } from './log-refusal.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { landingFor } from '#platform/http/return-to.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/reset-password.page'
import { orUnavailable, refusalInit, withCookies } from './credentials-form.ts'
import { linkSecretCookie, moveSecretToCookie } from '../links/link-secret.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.recoveryTitle)

type Refusal = { code: IdentityCode; passwordProblem?: PasswordProblem }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveSecretToCookie(url, site)
  const token = linkSecretCookie.read(request, site) ?? ''
  const link = await context.get(shopContext).checkRecoveryLink(token, request.headers)
  return { policy: site.signIn.passwordPolicy, refusal: link.ok ? null : link.code }
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext)
  const password = textOf(await request.formData(), 'password')
  const token = linkSecretCookie.read(request, site) ?? ''
  const resetting = context.get(shopContext).resetPassword({ token, password }, request.headers)
  const entered = await orUnavailable(context, resetting)
  if (!entered.ok) {
    logRefusal(context, 'recovery', entered.code)
    return data<Refusal>(entered, refusalInit(entered.code))
  }
  const headers = withCookies(entered.cookies)
  headers.append('set-cookie', linkSecretCookie.clear(site))
  headers.append('set-cookie', flash({ tone: 'good', sentence: copy.passwordChanged }, site))
  return redirect(landingFor(entered.role), { headers })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, refusal: linkRefusal } = loaderData
  const refusal = actionData as Refusal | undefined
  const problem = refusal?.passwordProblem
  const code = linkRefusal ?? (problem ? null : refusal?.code)

  return (
    <FormPage title={copy.recoveryTitle}>
      {code && <Notice tone="bad">{identitySentence(code)}</Notice>}
      {linkRefusal ? (
        <ButtonLink href={paths.login()}>{copy.toLogin}</ButtonLink>
      ) : (
        <AuthForm place="recovery">
          <NewPasswordField
            label={copy.newPassword}
            policy={policy}
            error={problem && <span role="alert">{passwordProblemSentence(problem, policy)}</span>}
          />
          <Button>{copy.savePassword}</Button>
        </AuthForm>
      )}
    </FormPage>
  )
}
