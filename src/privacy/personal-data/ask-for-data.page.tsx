import { data } from 'react-router'

import { personalDataCopy as copy } from './personal-data.copy.ts'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/ask-for-data.page'

export const meta: Route.MetaFunction = (args) => [
  ...unlistedMeta(args, copy.title),
  // The URL must not reach other sites; without any referrer the form would be sent without its origin.
  { name: 'referrer', content: 'same-origin' },
]

/** Looking sends nothing: mail scanners follow every link they find. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const isKnown = await context.get(shopContext).viewDataLink(params.token)
  return data({ isKnown, contact: context.get(siteContext).email }, isKnown ? 200 : 404)
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const asked = await context.get(shopContext).requestDataLink(params.token, request.headers)
  if (asked.ok) return data({ isSent: true })
  return data({ isSent: false }, asked.reason === 'too-many' ? 429 : 404)
}

export default function AskForData({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown, contact } = loaderData
  if (!isKnown) {
    return (
      <Page narrow title={copy.unknownTitle}>
        <p>
          {copy.unknown} <a href={`mailto:${contact}`}>{contact}</a>
        </p>
      </Page>
    )
  }
  return (
    <Page narrow title={copy.title} intro={actionData?.isSent ? copy.sent : copy.ask}>
      {actionData && !actionData.isSent && <Notice tone="bad">{copy.tooMany}</Notice>}
      {!actionData?.isSent && (
        <form method="post">
          <Button type="submit">{copy.send}</Button>
        </form>
      )}
    </Page>
  )
}
