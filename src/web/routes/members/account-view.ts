import type { Viewer } from '#data/people.ts'
import type { Shop } from '#use-cases/shop.ts'
import { summaryOf } from '#web/components/members/account-summary.ts'
import type { OwnWords } from '#web/own-words.ts'

type Asked = { shop: Shop; viewer: Viewer; url: URL; own: OwnWords }

/** The account in its blocks, and the block that the address opens. */
export async function accountView({ shop, viewer, url, own }: Asked) {
  const account = await shop.viewAccount(viewer)
  const summary = summaryOf(account.fields, new Date())
  const edit = url.searchParams.get('edit')
  // A form looks into what it is given.
  if (edit !== null) return { account, summary, edit }
  const { personal, shipping, billing, ...rest } = summary
  return {
    account: {
      ...account,
      id: own.of(account.id),
      fields: own.of(account.fields),
      membership: own.of(account.membership),
    },
    summary: { ...rest, ...own.of({ personal, shipping, billing }) },
    edit,
  }
}
