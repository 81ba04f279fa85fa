import type { Viewer } from '#platform/access/signed-in.ts'
import type { Placeholders } from '#platform/http/placeholders.ts'
import type { Services } from '#platform/services/services.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'

import { summaryOf } from './account-summary.ts'
import type { AccountView } from './shown-account.ts'
import { openAccount } from './view-account.actions.server.ts'

type Asked = {
  services: Services
  viewer: Viewer
  url: URL
  placeholders: Placeholders
  dates: ShopDates
}

/** The account in its blocks, and the block that the address opens. */
export async function accountView({
  services,
  viewer,
  url,
  placeholders,
  dates,
}: Asked): Promise<AccountView> {
  const { fields, membership: _, ...account } = await openAccount(services, viewer)
  const summary = summaryOf(fields, dates.isoDay(new Date()))
  const edit = url.searchParams.get('edit')
  // A form reads its values, so they are not placeholders; a form's result, too, may leave one open.
  if (edit !== null || !placeholders.isDocument)
    return { account: { ...account, fields }, summary, edit }
  const { personal, shipping, billing, ...rest } = summary
  return {
    account: { ...account, id: placeholders.of(account.id), fields: null },
    summary: { ...rest, ...placeholders.of({ personal, shipping, billing }) },
    edit,
  }
}
