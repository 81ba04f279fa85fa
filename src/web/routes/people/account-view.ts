import type { Viewer } from '#data/people/users.ts'
import type { Account } from '#domain/people/account.ts'
import type { AccountFields } from '#domain/people/account-form.ts'
import type { Left } from '#use-cases/people/consent.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { AccountSummary } from '#web/components/people/account-summary.ts'
import { summaryOf } from '#web/components/people/account-summary.ts'
import type { Placeholders } from '#web/placeholders.ts'

type Asked = { shop: Shop; viewer: Viewer; url: URL; placeholders: Placeholders }

/** What the page is told of an account; its fields only where one of its blocks may be open. */
export type ShownAccount = Omit<Account, 'fields' | 'membership'> & {
  fields: AccountFields | null
  left: Left | null
}

/** An account with a block open. */
export type OpenAccount = ShownAccount & { fields: AccountFields }

export type AccountView = {
  account: ShownAccount
  summary: AccountSummary
  /** The block that the address opens. */
  edit: string | null
}

/** The account in its blocks, and the block that the address opens. */
export async function accountView({
  shop,
  viewer,
  url,
  placeholders,
}: Asked): Promise<AccountView> {
  const { fields, membership: _, ...account } = await shop.openAccount(viewer)
  const summary = summaryOf(fields, new Date())
  const edit = url.searchParams.get('edit')
  // A form looks into what it is given; a form's answer, too, may leave one open.
  if (edit !== null || !placeholders.isDocument)
    return { account: { ...account, fields }, summary, edit }
  const { personal, shipping, billing, ...rest } = summary
  return {
    account: { ...account, id: placeholders.of(account.id), fields: null },
    summary: { ...rest, ...placeholders.of({ personal, shipping, billing }) },
    edit,
  }
}
