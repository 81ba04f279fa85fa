import { data, redirect } from 'react-router'

import { leftSentence } from '#accounts/consent/consent.copy.ts'
import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { useDates } from '#platform/text/dates.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { roomBelow } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/unsubscribe.page'
import { unsubscribe, viewSubscription } from './unsubscribe.actions.server.ts'
import { unsubscribeCopy as copy } from './unsubscribe.copy.ts'

export const meta: Route.MetaFunction = (args) => {
  const subscription = args.loaderData?.subscription
  if (subscription === undefined) return unlistedMeta(args, copy.title)
  if (subscription === null) return unlistedMeta(args, copy.unknownTitle)
  if (subscription === 'gone') return unlistedMeta(args, copy.goneTitle)
  return unlistedMeta(args, subscription.subscribed ? copy.title : copy.doneTitle)
}

/** Looking changes nothing: mail scanners follow every link they find. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subscription = await viewSubscription(context.get(servicesContext), params.token)
  const { email } = context.get(siteContext)
  const isFound = subscription !== null && subscription !== 'gone'
  return data({ subscription, contact: email }, isFound ? 200 : 404)
}

/**
 * A mail client's one click (RFC 8058), which follows no redirect and shows no page: it is responded to
 * without rendering one, as thousands may come within minutes of a campaign.
 */
const oneClick: Route.MiddlewareFunction = async ({ params, request, context }, next) => {
  if (request.method !== 'POST') return next()
  // A body that is no form is neither the one click nor the page's button.
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData())
  if (form.get('List-Unsubscribe') !== 'One-Click') return next()
  const act = { source: 'one-click', address: clientAddressOf(request.headers) } as const
  const isOurs = await unsubscribe(context.get(servicesContext), params['token'] ?? '', act)
  return new Response(null, { status: isOurs ? 200 : 404 })
}
export const middleware: Route.MiddlewareFunction[] = [oneClick]

/** The page's button. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  if (!form.has('leave')) return data(null, 400)
  const act = { source: 'link', address: clientAddressOf(request.headers) } as const
  const isOurs = await unsubscribe(context.get(servicesContext), params.token, act)
  return isOurs ? redirect(paths.unsubscribe(params.token), 303) : data(null, 404)
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const { subscription, contact } = loaderData
  const dates = useDates()
  if (!subscription) {
    return (
      <Ending kind="missing" title={copy.unknownTitle} text={<p>{copy.unknown}</p>}>
        <a href={`mailto:${contact}`}>{contact}</a>
      </Ending>
    )
  }
  if (subscription === 'gone') {
    return (
      <Ending kind="missing" title={copy.goneTitle} text={<p>{copy.gone}</p>}>
        <ButtonLink href={paths.mailingList()}>{copy.join}</ButtonLink>
      </Ending>
    )
  }
  const { email, subscribed, left } = subscription
  if (!subscribed) {
    return (
      <Page narrow title={copy.doneTitle} intro={`${copy.done(email)} ${copy.still}`}>
        {left && <p className={roomBelow}>{leftSentence(dates.longDay(left.at), left.source)}</p>}
        <ButtonLink href={paths.mailingList()} kind="secondary">
          {copy.join}
        </ButtonLink>
      </Page>
    )
  }
  return (
    <Page narrow title={copy.title} intro={`${copy.ask(email)} ${copy.still}`}>
      <form method="post">
        <Button type="submit" name="leave" value="yes">
          {copy.leave}
        </Button>
      </form>
    </Page>
  )
}
