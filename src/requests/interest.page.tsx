import { redirect } from 'react-router'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { releasesCopy } from '#catalogue/on-sale/releases.copy.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import type { NewFlash } from '#platform/http/flash.rules.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, requireMember } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { dashboardCopy } from '#platform/layout/members.copy.ts'
import { Button } from '#ui/button.tsx'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/interest.page'
import { askAboutClub, askForMore, requestWine, viewAskedWine } from './ask.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** A member asks for a wine, for more than their allocation, or about the club; the page thanks them. */
export async function action({ request, context }: Route.ActionArgs) {
  await refuseHeadless({ request, context })
  const { services, viewer } = callerOf(context)
  const form = await request.formData()
  const productId = textOf(form, 'productId')
  const record = async (): Promise<NewFlash> => {
    if (form.get('in') === 'club') {
      await askAboutClub(services, viewer)
      return good(dashboardCopy.clubThanks)
    }
    if (form.get('in') === 'more') {
      const units = wholeNumberIn(textOf(form, 'units'))
      const asked = await askForMore(services, viewer, { productId, units })
      if (asked.ok) return good(releasesCopy.moreThanks)
      if (asked.reason === 'not-taken') return { tone: 'bad', sentence: releasesCopy.moreNotTaken }
      throw httpError(400)
    }
    if (!(await requestWine(services, viewer, productId))) throw httpError(400)
    return good(releaseCopy.requested)
  }
  const shown = await record()
  const to = safeReturnTo(textOf(form, 'to'), paths.members())
  return redirectWithFlash(to, { ...shown, at: 'content' }, context)
}

const good = (sentence: string): NewFlash => ({ tone: 'good', sentence })

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseCopy.requestToAcquire)

/** Asks for a wine whose request was sent without a login session, so that it is not lost by logging in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services } = callerOf(context)
  const wine = await viewAskedWine(services, url.searchParams.get('wine') ?? '')
  if (!wine) throw redirect(paths.members())
  return wine
}

export default function Interest({ loaderData: { id, title } }: Route.ComponentProps) {
  return (
    <FormPage title={title}>
      <form method="post">
        <input type="hidden" name="in" value="wine" />
        <input type="hidden" name="productId" value={id} />
        <input type="hidden" name="to" value={paths.wineOnSale(id)} />
        <Button>{releaseCopy.requestToAcquire}</Button>
      </form>
    </FormPage>
  )
}
