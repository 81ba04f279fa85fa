import { data } from 'react-router'

import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { hereOf } from '#platform/http/guards.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { FormPage } from '#ui/page.tsx'

import { linkSecretCookie, moveSecretToCookie } from '../links/link-secret.ts'
import { refusalInit } from '../sign-in/credentials-form.ts'
import { logRefusal } from '../sign-in/log-refusal.ts'
import { authCopy as copy, identitySentence } from '../sign-in/sign-in.copy.ts'
import type { Route } from './+types/confirm-email.page'
import { checkEmailLink, confirmEmail } from './change-email.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirmTitle)

type Args = Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>

/** The account and the link's token; a visitor logs in first and comes back. */
function signedIn({ request, url, context }: Args) {
  const site = context.get(siteContext)
  const viewer = context.get(viewerContext)
  if (!viewer) {
    const first = { tone: 'info', sentence: copy.confirmLogInFirst } as const
    throw redirectWithFlash(paths.login(hereOf(url)), first, context, 302)
  }
  return { site, viewer, token: linkSecretCookie.read(request, site) ?? '' }
}

/** Opening the link confirms nothing: mail scanners fetch the links of emails. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  moveSecretToCookie(url, context.get(siteContext))
  const { viewer, token } = signedIn({ request, url, context })
  return checkEmailLink(context.get(servicesContext), viewer, token, request.headers)
}

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

/** Back to where the address was asked to be confirmed. */
function backTo(to: string, context: Args['context']): Response {
  if (to !== 'cart') {
    const done = { tone: 'good', sentence: copy.emailConfirmed } as const
    return redirectWithFlash(safeReturnTo(to, paths.members()), done, context)
  }
  const sentence = 'Your email address is confirmed. You can check out now.'
  const cart = paths.members(undefined, { cart: 'open' })
  return redirectWithFlash(cart, { tone: 'good', sentence, at: 'cart' }, context)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { site, viewer, token } = signedIn({ request, url, context })
  const confirmed = await confirmEmail(context.get(servicesContext), viewer, token, request.headers)
  if (!confirmed.ok) {
    logRefusal(context, 'confirm-email', confirmed.code)
    return data(confirmed, refusalInit(confirmed.code))
  }
  const headers = { 'set-cookie': linkSecretCookie.clear(site) }
  const to = url.searchParams.get('to')
  if (confirmed.outcome === 'confirmed' && to) {
    const back = backTo(to, context)
    back.headers.append('set-cookie', headers['set-cookie'])
    throw back
  }
  return data(confirmed, { headers })
}

export default function ConfirmEmail({ loaderData: link, actionData }: Route.ComponentProps) {
  if (actionData?.ok) {
    return (
      <FormPage title={copy.confirmTitle}>
        <Notice tone="good">{outcomes[actionData.outcome]}</Notice>
        <ButtonLink href={paths.members()}>{copy.toAccount}</ButtonLink>
      </FormPage>
    )
  }
  const checked = actionData ?? link
  if (!checked.ok) {
    return (
      <FormPage title={copy.confirmTitle}>
        <Notice tone="bad">{identitySentence(checked.code, { email: '' })}</Notice>
        <ButtonLink href={paths.security()}>{copy.securityTitle}</ButtonLink>
      </FormPage>
    )
  }
  const isApproval = checked.purpose === 'change-from'
  return (
    <FormPage
      title={isApproval ? copy.approveTitle : copy.confirmTitle}
      intro={questions[checked.purpose](checked.email)}
    >
      <form method="post">
        <Button>{isApproval ? copy.approve : copy.confirm}</Button>
      </form>
    </FormPage>
  )
}
