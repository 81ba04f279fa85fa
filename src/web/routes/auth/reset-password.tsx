import { data, redirect } from 'react-router'

import { authCopy as copy, identitySentence, passwordFaultSentence } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import type { PasswordFault } from '#domain/password-policy.ts'
import { AuthForm } from '#web/components/auth/auth-form.tsx'
import { NewPasswordField } from '#web/components/auth/new-password-field.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { readableRedirects } from '#web/readable-redirects.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'

import type { Route } from './+types/reset-password'
import { statusOf, textOf, withCookies } from './credentials-form.ts'
import { letterLink, moveSecretToCookie } from './letter-link.ts'

export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.recoveryTitle)

type Answer = { code: IdentityCode; passwordFault?: PasswordFault }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveSecretToCookie(url, site)
  const token = letterLink.read(request, site) ?? ''
  const link = await context.get(shopContext).checkRecoveryLink(token)
  return { policy: site.signIn.passwordPolicy, refusal: link.ok ? null : link.code }
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext)
  const password = textOf(await request.formData(), 'password')
  const token = letterLink.read(request, site) ?? ''
  const entered = await context.get(shopContext).resetPassword({ token, password }, request.headers)
  if (!entered.ok) {
    logRefusal(context, 'recovery', entered.code)
    return data<Answer>(entered, statusOf(entered.code))
  }
  const headers = withCookies(entered.cookies)
  headers.append('set-cookie', letterLink.clear(site))
  headers.append('set-cookie', flash({ tone: 'good', sentence: copy.passwordChanged }, site))
  return redirect(paths.members(), { headers })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, refusal } = loaderData
  const answer = actionData as Answer | undefined
  const fault = answer?.passwordFault
  const code = refusal ?? (fault ? null : answer?.code)

  return (
    <FormPage title={copy.recoveryTitle}>
      {code && <Notice tone="bad">{identitySentence(code)}</Notice>}
      {refusal ? (
        <ButtonLink href={paths.login()}>{copy.toLogin}</ButtonLink>
      ) : (
        <AuthForm place="recovery">
          <NewPasswordField
            label={copy.newPassword}
            policy={policy}
            error={fault && <span role="alert">{passwordFaultSentence(fault, policy)}</span>}
          />
          <Button>{copy.savePassword}</Button>
        </AuthForm>
      )}
    </FormPage>
  )
}
