import { data } from 'react-router'

import { authCopy as copy, identitySentence } from '#domain/copy/identity.ts'
import { shopContext, siteContext } from '#web/context.ts'
import { logRefusal } from '#web/log-refusal.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'

import type { Route } from './+types/confirm-email'
import { statusOf } from './credentials-form.ts'
import { letterLink, moveSecretToCookie } from './letter-link.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirmTitle)

/** Looking is not agreeing: programs that fetch the links of letters must not confirm anything. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  moveSecretToCookie(url, site)
  const link = await context.get(shopContext).checkEmailLink(letterLink.read(request, site) ?? '')
  return link
}

const outcomes = {
  confirmed: copy.emailConfirmed,
  half: copy.emailHalfConfirmed,
  changed: copy.emailChanged,
} as const

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext)
  const confirmed = await context
    .get(shopContext)
    .confirmEmail(letterLink.read(request, site) ?? '')
  if (!confirmed.ok) {
    logRefusal(context, 'confirm-email', confirmed.code)
    return data(confirmed, statusOf(confirmed.code))
  }
  return data(confirmed, { headers: { 'set-cookie': letterLink.clear(site) } })
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
  const refusal = actionData ?? link
  if (!refusal.ok) {
    return (
      <FormPage title={copy.confirmTitle}>
        <Notice tone="bad">{identitySentence(refusal.code, { email: '' })}</Notice>
        <ButtonLink href={paths.security()}>{copy.securityTitle}</ButtonLink>
      </FormPage>
    )
  }
  return (
    <FormPage
      title={copy.confirmTitle}
      intro={refusal.isChange ? copy.confirmChange(refusal.email) : copy.confirmOwn(refusal.email)}
    >
      <form method="post">
        <Button>{copy.confirm}</Button>
      </form>
    </FormPage>
  )
}
