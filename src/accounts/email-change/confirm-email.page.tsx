import { data } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { siteContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, hereOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import { linkSecretCookie, moveSecretToCookie } from '../links/link-secret.ts'
import { deadLinkInit } from '../sign-in/credentials-form.ts'
import { authCopy as copy, identitySentence } from '../sign-in/sign-in.copy.ts'
import type { Route } from './+types/confirm-email.page'
import { checkEmailLink, confirmByLink } from './change-email.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirmTitle)

/** A visitor logs in first and comes back; the link's secret waits in its cookie. */
const logInFirst: Route.MiddlewareFunction = ({ request, url, context }) => {
  if (request.method !== 'POST') moveSecretToCookie(url, context.get(siteContext))
  if (context.get(viewerContext)) return
  const first = { tone: 'info', sentence: copy.confirmLogInFirst } as const
  throw redirectWithFlash(paths.login(hereOf(url)), first, context, 302)
}
export const middleware = [logInFirst]

const tokenOf = ({ request, context }: Pick<Route.LoaderArgs, 'request' | 'context'>) =>
  linkSecretCookie.read(request, context.get(siteContext)) ?? ''

/** Opening the link confirms nothing: mail scanners fetch the links of emails. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const token = tokenOf({ request, context })
  const link = await checkEmailLink(services, viewer, token, request.headers)
  return data(link, link.ok ? undefined : deadLinkInit(link.code))
}

export const action = pageAction(confirmByLink, (args) => ({
  token: tokenOf(args),
  to: args.url.searchParams.get('to'),
}))

const outcomes = {
  confirmed: copy.emailConfirmed,
  approved: copy.emailApproved,
  'new-confirmed': copy.newEmailConfirmed,
  waiting: copy.newEmailWaits,
  changed: copy.emailChanged,
} as const

const questions = {
  'confirm-email': copy.confirmOwn,
  'change-from': copy.approveChange,
  'change-to': copy.confirmChange,
} as const

export default function ConfirmEmail({ loaderData: link, actionData }: Route.ComponentProps) {
  if (actionData?.shown) {
    return (
      <FormPage title={copy.confirmTitle}>
        <Notice tone="good">{outcomes[actionData.shown.outcome]}</Notice>
        <ButtonLink href={paths.members()}>{copy.toAccount}</ButtonLink>
      </FormPage>
    )
  }
  const refusal = actionData?.refusal ?? (link.ok ? null : identitySentence(link.code))
  if (refusal !== null || !link.ok) {
    return (
      <Ending kind="missing" title={copy.confirmTitle} text={<p role="alert">{refusal}</p>}>
        <ButtonLink href={paths.security()}>{copy.toSecurity}</ButtonLink>
      </Ending>
    )
  }
  const isApproval = link.purpose === 'change-from'
  return (
    <FormPage
      title={isApproval ? copy.approveTitle : copy.confirmTitle}
      intro={questions[link.purpose](link.email)}
    >
      <form method="post">
        <Button>{isApproval ? copy.approve : copy.confirm}</Button>
      </form>
    </FormPage>
  )
}
