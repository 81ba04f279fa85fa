import { Form, data, redirectDocument, useNavigation } from 'react-router'

import { authCopy as copy, identitySentence, passwordFaultSentence } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import type { PasswordFault } from '#domain/password-policy.ts'
import { answerInTime } from '#web/answer-in-time.ts'
import { NewPasswordField } from '#web/components/auth/new-password-field.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'

import type { Route } from './+types/reset-password'
import { statusOf, textOf, withCookies } from './credentials-form.ts'
import { letterLink, moveSecretToCookie } from './letter-link.ts'
import { logRefusal } from '#web/log-refusal.ts'

export const handle = { interactive: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.recoveryTitle)

type Answer = { code: IdentityCode; passwordFault?: PasswordFault }

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveSecretToCookie(request, site)
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
  return redirectDocument(paths.members(), { headers })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  answerInTime(() => serverAction())

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, refusal } = loaderData
  const answer = actionData as Answer | undefined
  const isSending = useNavigation().state !== 'idle'
  const fault = answer?.passwordFault
  const code = refusal ?? (fault ? null : answer?.code)

  return (
    <FormPage title={copy.recoveryTitle}>
      {code && <Notice tone="bad">{identitySentence(code)}</Notice>}
      {refusal ? (
        <ButtonLink href={paths.login()}>{copy.toLogin}</ButtonLink>
      ) : (
        <Form method="post" noValidate>
          <NewPasswordField
            label={copy.newPassword}
            policy={policy}
            forgetAfter={answer}
            error={fault && <span role="alert">{passwordFaultSentence(fault, policy)}</span>}
          />
          <Button inactive={isSending}>{copy.savePassword}</Button>
        </Form>
      )}
    </FormPage>
  )
}
