import { randomUUID } from 'node:crypto'

import { data, Link, redirect } from 'react-router'

import { handoversCopy as copy, shippingCopy } from '../shipments/shipping.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import type { MadeHandover } from './make-handover.actions.server.ts'
import type { TakenTrackingFile } from '../tracking/add-tracking.actions.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { Block } from '#platform/layout/block.tsx'
import { EarlierHandovers } from './earlier-handovers.tsx'
import { NextHandover } from './next-handover.tsx'
import type { TrackingResult } from '../tracking/tracking-file-form.tsx'
import { TrackingFileForm, trackingId } from '../tracking/tracking-file-form.tsx'
import { datesOf } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/handovers.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context, url }: Route.LoaderArgs) {
  const { shop, viewer } = callerOf(context)
  const [next, made] = await Promise.all([
    shop.previewHandover(viewer, url.searchParams.get('profile'), numbersIn(url.searchParams)),
    shop.viewHandovers(viewer),
  ])
  if (!made.ok) throw httpError(403)
  if (!next.ok) {
    if (next.reason === 'not-staff') throw httpError(403)
    throw redirect(paths.shippingOverview())
  }
  return { next: next.view, handovers: made.handovers, token: randomUUID() }
}

/** The shipments selected in a form. */
const numbersIn = (form: FormData | URLSearchParams): number[] =>
  form
    .getAll('s')
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0 && number < 2 ** 31)

type Result = {
  alert: string | null
  /** What was selected in a handover that was refused. */
  selected: number[] | null
  tracking: TrackingResult | null
}

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const back = flashTo(context, paths.handovers())
  const show = (result: Partial<Result>, status: number) =>
    data<Result>({ alert: null, selected: null, tracking: null, ...result }, { status })

  if (form.get('intent') === 'tracking') {
    const file = await fileIn(form)
    if (!file) {
      const alert = copy.tracking.errors['no-file']
      return show({ tracking: { isDone: false, alert, refused: [], good: null } }, 400)
    }
    const taken = await shop.takeTrackingFile(viewer, {
      ...file,
      takesGood: form.get('good') === 'yes',
    })
    const { moment } = datesOf(context)
    if (taken.ok && taken.refused.length === 0) return back('good', copy.tracking.done(taken.good))
    return show({ tracking: trackingResult(taken, moment, file) }, taken.ok ? 200 : 409)
  }
  const numbers = numbersIn(form)
  const made = permitted(
    await shop.makeHandover(viewer, {
      profileId: String(form.get('profile') ?? ''),
      numbers,
      token: String(form.get('token') ?? '').slice(0, 100),
    }),
  )
  if (made.ok) {
    const { number, shipmentCount } = made.handover
    return made.isNew
      ? back('good', copy.made(number, shipmentCount))
      : back('info', copy.madeBefore(number))
  }
  return show({ alert: refusalText(made), selected: numbers }, made.reason === 'none' ? 400 : 409)
}

type TrackingFile = { name: string; bytes: Uint8Array }

/** The file that was chosen, or else the one whose good rows are to be imported. */
async function fileIn(form: FormData): Promise<TrackingFile | null> {
  const kept = form.get('kept')
  if (typeof kept === 'string' && kept !== '') {
    const name = String(form.get('keptName') ?? '')
    return { name, bytes: new Uint8Array(Buffer.from(kept, 'base64')) }
  }
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return null
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** The largest file that is sent along with what was refused of it; a larger one is chosen again. */
const maxKept = 1024 * 1024

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

function trackingResult(
  taken: TakenTrackingFile,
  moment: (at: Date) => string,
  { name, bytes }: TrackingFile,
): TrackingResult {
  const { tracking } = copy
  const failed = (alert: string): TrackingResult => ({
    isDone: false,
    alert,
    refused: [],
    good: null,
  })
  if (taken.ok) {
    const alert = tracking.someRefused(taken.good, taken.refused.length)
    return { isDone: true, alert, refused: taken.refused, good: null }
  }
  if (taken.reason === 'refused-rows') {
    const { good: rows, refused } = taken
    const kept =
      bytes.byteLength <= maxKept ? { name, file: Buffer.from(bytes).toString('base64') } : null
    const alert = tracking.refused(rows, refused.length)
    return { isDone: false, alert, refused, good: rows > 0 ? { rows, kept } : null }
  }
  if (taken.reason === 'taken-before') {
    return failed(tracking.errors['taken-before'](moment(taken.at)))
  }
  if (taken.reason === 'missing-column' || taken.reason === 'column-twice') {
    return failed(tracking.errors[taken.reason](taken.column))
  }
  return failed(tracking.errors[taken.reason])
}

export default function Handovers({ loaderData, actionData }: Route.ComponentProps) {
  const { next, handovers, token } = loaderData
  return (
    <AdminPage
      title={copy.title}
      actions={
        <>
          <a href={`#${trackingId}`}>{copy.tracking.title}</a>
          <Link to={paths.handoverList()}>{copy.all}</Link>
          <Link to={paths.shippingOverview()}>{shippingCopy.title}</Link>
        </>
      }
    >
      <div>
        <Block id="next" title={copy.next} isWide>
          <NextHandover
            view={next}
            token={token}
            selected={actionData?.selected ?? next.selected}
            alert={actionData?.alert ?? null}
          />
        </Block>
        <Block id={trackingId} title={copy.tracking.title}>
          <TrackingFileForm result={actionData?.tracking ?? null} />
        </Block>
        <Block id="earlier" title={copy.earlier}>
          <EarlierHandovers handovers={handovers} />
        </Block>
      </div>
    </AdminPage>
  )
}
