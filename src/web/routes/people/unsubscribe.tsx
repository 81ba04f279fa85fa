import { data, redirect } from 'react-router'

import { unsubscribeCopy as copy } from '#domain/copy/unsubscribe.ts'
import { shopContext, siteContext } from '#web/context.ts'
import { paths } from '#domain/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/unsubscribe'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

/** Looking changes nothing: mail scanners follow every link they find. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subscription = await context.get(shopContext).viewSubscription(params.token)
  const { email } = context.get(siteContext)
  return data({ subscription, contact: email }, subscription ? 200 : 404)
}

/** Both the page's button and a mail client's one click (RFC 8058), which follows no redirect. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const isOurs = await context.get(shopContext).unsubscribe(params.token)
  if (!isOurs) return data(null, 404)
  if (form.get('List-Unsubscribe') === 'One-Click') return data(null, 200)
  return redirect(paths.unsubscribe(params.token), 303)
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const { subscription, contact } = loaderData
  if (!subscription) {
    return (
      <Page narrow title={copy.unknownTitle}>
        <p>
          {copy.unknown} <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      </Page>
    )
  }
  const { email, subscribed } = subscription
  if (!subscribed) {
    return (
      <Page narrow title={copy.doneTitle} intro={`${copy.done(email)} ${copy.still}`}>
        <ButtonLink href={paths.mailingList()} kind="secondary">
          {copy.join}
        </ButtonLink>
      </Page>
    )
  }
  return (
    <Page narrow title={copy.title} intro={`${copy.ask(email)} ${copy.still}`}>
      <form method="post">
        <Button type="submit">{copy.leave}</Button>
      </form>
    </Page>
  )
}
