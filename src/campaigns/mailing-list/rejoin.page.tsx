import { data } from 'react-router'

import { confirmRejoin, viewRejoin } from '#accounts/consent/confirm-subscription.actions.server.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/rejoin.page'
import { rejoinCopy as copy } from './unsubscribe.copy.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, titleOf(args.loaderData?.rejoin))

const titleOf = (rejoin: { isBack: boolean } | null | undefined) => {
  if (!rejoin) return copy.unknownTitle
  return rejoin.isBack ? copy.doneTitle : copy.title
}

/** Only shows the question: mail scanners follow every link they find. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const rejoin = await viewRejoin(context.get(servicesContext), params.token)
  return data({ rejoin }, rejoin ? 200 : 404)
}

export const action = pageAction(confirmRejoin)

export default function Rejoin({ loaderData }: Route.ComponentProps) {
  const { rejoin } = loaderData
  if (rejoin && !rejoin.isBack) {
    return (
      <Page narrow title={copy.title} intro={copy.ask(rejoin.email)}>
        <form method="post">
          <Button type="submit">{copy.confirm}</Button>
        </form>
      </Page>
    )
  }
  if (rejoin) {
    return (
      <Page narrow title={copy.doneTitle} intro={copy.done}>
        <ButtonLink href={paths.ourWines()}>{copy.wines}</ButtonLink>
      </Page>
    )
  }
  return (
    <Ending kind="missing" title={copy.unknownTitle} text={<p>{copy.unknown}</p>}>
      <ButtonLink href={paths.mailingList()}>{copy.join}</ButtonLink>
    </Ending>
  )
}
