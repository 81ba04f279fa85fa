import { data } from 'react-router'

import { RefusalNotice } from '#platform/action/action-form.tsx'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/ask-for-data.page'
import { personalDataCopy as copy } from './personal-data.copy.ts'
import { requestDataLink, viewDataLink } from './subscriber-data.actions.server.ts'

export const meta: Route.MetaFunction = (args) => [
  ...unlistedMeta(args, args.loaderData?.isKnown === false ? copy.unknownTitle : copy.title),
  // The URL must not reach other sites; without any referrer the form would be sent without its origin.
  { name: 'referrer', content: 'same-origin' },
]

/** Looking sends nothing: mail scanners follow every link they find. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isKnown = await viewDataLink(context.get(servicesContext), params.token)
  return data({ isKnown, contact: context.get(siteContext).email }, isKnown ? 200 : 404)
}

export const action = pageAction(requestDataLink)

export default function AskForData({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown, contact } = loaderData
  const isSent = actionData?.shown?.isSent ?? false
  if (!isKnown) {
    return (
      <Ending kind="missing" title={copy.unknownTitle} text={<p>{copy.unknown}</p>}>
        <a href={`mailto:${contact}`}>{contact}</a>
      </Ending>
    )
  }
  return (
    <Page narrow title={copy.title} intro={isSent ? copy.sent : copy.ask}>
      <RefusalNotice />
      {!isSent && (
        <form method="post">
          <Button type="submit">{copy.send}</Button>
        </form>
      )}
    </Page>
  )
}
