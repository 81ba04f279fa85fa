import type { Viewer } from '#data/people.ts'
import type { Account, AccountFields } from '#domain/account.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { AccountSummary } from '#web/components/members/account-summary.ts'
import { summaryOf } from '#web/components/members/account-summary.ts'
import type { OwnWords } from '#web/own-words.ts'

type Asked = { shop: Shop; viewer: Viewer; url: URL; own: OwnWords }

/** What the page is told of an account; its fields only where one of its blocks may be open. */
export type ShownAccount = Omit<Account, 'fields' | 'membership'> & { fields: AccountFields | null }

/** An account with a block open. */
export type OpenAccount = ShownAccount & { fields: AccountFields }

export type AccountView = {
  account: ShownAccount
  summary: AccountSummary
  /** The block that the address opens. */
  edit: string | null
}

/** The account in its blocks, and the block that the address opens. */
export async function accountView({ shop, viewer, url, own }: Asked): Promise<AccountView> {
  const { fields, membership: _, ...account } = await shop.viewAccount(viewer)
  const summary = summaryOf(fields, new Date())
  const edit = url.searchParams.get('edit')
  // A form looks into what it is given; a form's answer, too, may leave one open.
  if (edit !== null || !own.isDocument) return { account: { ...account, fields }, summary, edit }
  const { personal, shipping, billing, ...rest } = summary
  return {
    account: { ...account, id: own.of(account.id), fields: null },
    summary: { ...rest, ...own.of({ personal, shipping, billing }) },
    edit,
  }
}
