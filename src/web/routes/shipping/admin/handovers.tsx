import { randomUUID } from 'node:crypto'

import { data, Form, Link, redirect } from 'react-router'

import { handoversCopy as copy, shippingCopy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'
import type { MadeHandover } from '#use-cases/shipping/make-handover.ts'
import type { TakenTrackingFile } from '#use-cases/shipping/add-tracking.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { Block } from '#web/components/people/block.tsx'
import { EarlierHandovers } from '#web/components/shipping/admin/earlier-handovers.tsx'
import { NextHandover } from '#web/components/shipping/admin/next-handover.tsx'
import type { TrackingResult } from '#web/components/shipping/admin/tracking-file-form.tsx'
import { TrackingFileForm } from '#web/components/shipping/admin/tracking-file-form.tsx'
import { datesOf, shopContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/handovers'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const [next, made] = await Promise.all([
    shop.previewHandover(viewer, url.searchParams.get('profile')),
    shop.viewHandovers(viewer),
  ])
  if (!made.ok) throw httpError(403)
  if (!next.ok) {
    if (next.reason === 'not-staff') throw httpError(403)
    throw redirect(paths.shippingOverview())
  }
  return { next: next.view, handovers: made.handovers, token: randomUUID() }
}

type Result = { alert: string | null; tracking: TrackingResult | null }

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const back = (tone: 'good' | 'info', sentence: string) =>
    redirectWithFlash(paths.handovers(), { tone, sentence }, context)
  const show = (result: Partial<Result>, status: number) =>
    data<Result>({ alert: null, tracking: null, ...result }, { status })

  if (form.get('intent') === 'tracking') {
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) {
      return show({ tracking: { alert: copy.tracking.errors['no-file'], refused: [] } }, 400)
    }
    const taken = await shop.takeTrackingFile(viewer, {
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      takesGood: form.get('good') === 'yes',
    })
    const { moment } = datesOf(context)
    if (taken.ok && taken.refused.length === 0) return back('good', copy.tracking.done(taken.good))
    return show({ tracking: trackingResult(taken, moment) }, taken.ok ? 200 : 409)
  }
  const made = await shop.makeHandover(viewer, {
    profileId: String(form.get('profile') ?? ''),
    numbers: form
      .getAll('s')
      .map(Number)
      .filter((number) => Number.isSafeInteger(number) && number > 0 && number < 2 ** 31),
    token: String(form.get('token') ?? '').slice(0, 100),
  })
  if (made.ok) {
    const { number, shipmentCount } = made.handover
    return made.isNew
      ? back('good', copy.made(number, shipmentCount))
      : back('info', copy.madeBefore(number))
  }
  if (made.reason === 'not-staff') throw httpError(403)
  return show({ alert: refusalText(made) }, made.reason === 'none' ? 400 : 409)
}

function refusalText(made: Extract<MadeHandover, { ok: false }>): string {
  if (made.reason !== 'changed') {
    return made.reason === 'not-staff' || made.reason === 'not-begun'
      ? shippingCopy.nothing
      : copy[made.reason]
  }
  const named = made.changed.slice(0, shownNumbers).map(({ number, handedOverBy }) => {
    const text = shipmentNumber(number)
    return handedOverBy ? copy.changedBy(text, handedOverBy) : text
  })
  const more = made.changed.length - named.length
  return copy.changed(more > 0 ? `${named.join(', ')} +${more}` : named.join(', '))
}

const shownNumbers = 20

function trackingResult(taken: TakenTrackingFile, moment: (at: Date) => string): TrackingResult {
  const { tracking } = copy
  if (taken.ok) {
    const alert = tracking.someRefused(taken.good, taken.refused.length)
    return { alert, refused: taken.refused }
  }
  if (taken.reason === 'refused-rows') {
    return { alert: tracking.refused(taken.good, taken.refused.length), refused: taken.refused }
  }
  if (taken.reason === 'taken-before') {
    return { alert: tracking.errors['taken-before'](moment(taken.at)), refused: [] }
  }
  if (taken.reason === 'missing-column') {
    return { alert: tracking.errors['missing-column'](taken.column), refused: [] }
  }
  return { alert: tracking.errors[taken.reason], refused: [] }
}

export default function Handovers({ loaderData, actionData }: Route.ComponentProps) {
  const { next, handovers, token } = loaderData
  return (
    <AdminPage
      title={copy.title}
      actions={
        <>
          <Link to={paths.handoverList()}>{copy.all}</Link>
          <Link to={paths.shippingOverview()}>{shippingCopy.title}</Link>
        </>
      }
    >
      <div>
        <Block id="next" title={copy.next}>
          <NextHandover view={next} token={token} alert={actionData?.alert ?? null} />
        </Block>
        <Block id="tracking" title={copy.tracking.title}>
          <Form method="post" encType="multipart/form-data" reloadDocument noValidate>
            <TrackingFileForm result={actionData?.tracking ?? null} />
          </Form>
        </Block>
        <Block id="earlier" title={copy.earlier}>
          <EarlierHandovers handovers={handovers} />
        </Block>
      </div>
    </AdminPage>
  )
}
