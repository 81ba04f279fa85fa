import { RefusalNotice } from '#platform/action/action-form.tsx'
import { customerPage } from '#platform/action/customer-page.server.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'

import type { Route } from './+types/own-requests.page'
import {
  askOther,
  changeOwnRequest,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './own-requests.actions.server.ts'
import { OwnRequests } from './own-requests.tsx'
import { requestsCopy as copy } from './requests.copy.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = customerPage({
  for: 'member',
  limited: true,
  async load({ services, viewer }) {
    const requests = await viewOwnRequests(services, viewer)
    if (!requests) throw httpError(404)
    return { requests }
  },
  actions: {
    ask: askOther,
    withdraw: withdrawRequest,
    stay: stayInLine,
    change: changeOwnRequest,
  },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export default function OwnRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MembersPage title={copy.title} intro={copy.intro} view="requests">
      <RefusalNotice />
      <OwnRequests requests={loaderData.requests} sent={actionData} />
    </MembersPage>
  )
}
