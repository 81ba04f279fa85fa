import { Link, redirect } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'

import type { ImportedTracking } from '../tracking/add-tracking.actions.server.ts'
import { importTracking } from '../tracking/add-tracking.actions.server.ts'
import { TrackingFileForm, trackingId } from '../tracking/tracking-file-form.tsx'
import type { Route } from './+types/handovers.page'
import { EarlierHandovers } from './earlier-handovers.tsx'
import type { Changed } from './handovers.actions.server.ts'
import { makeHandover, nextHandover } from './handovers.actions.server.ts'
import { recentHandovers } from './handovers.store.server.ts'
import { NextHandover } from './next-handover.tsx'
import { numbersIn } from './selected-numbers.rules.ts'

/** Handovers on the page; the list has all of them. */
const listed = 5

const page = staffPage({
  needs: 'ship-orders',
  async load({ services, db, today, request }) {
    const { searchParams } = new URL(request.url)
    const chosen = {
      profileId: searchParams.get('profile'),
      numbers: numbersIn(searchParams.getAll('s')),
    }
    const [next, handovers] = await Promise.all([
      nextHandover(services, today, chosen),
      recentHandovers(db, listed),
    ])
    if (!next) throw redirect(paths.shippingOverview())
    return { next, handovers }
  },
  actions: { make: makeHandover, tracking: importTracking },
})
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Handovers')

export default function Handovers({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { next, handovers, formKey } = loaderData
  const refused = sent?.intent === 'make' ? sent : null
  const { changed = [] } = (refused?.shown ?? {}) as { changed?: readonly Changed[] }
  const gone = new Set(changed.map(({ number }) => number))
  const wanted = refused && numbersIn((refused.values['s'] ?? '').split(','))
  const selected = wanted?.filter((number) => !gone.has(number)) ?? next.selected
  return (
    <AdminPage
      title="Handovers"
      actions={
        <>
          <a href={`#${trackingId}`}>Tracking numbers from the shipper</a>
          <Link to={paths.handoverList()}>All handovers</Link>
        </>
      }
    >
      <div>
        <Block id="next" title="Today’s handover" isWide>
          <NextHandover view={next} {...{ formKey, selected, changed }} />
        </Block>
        {/* The file that was just made is the next thing that is needed. */}
        <Block id="earlier" title="Earlier handovers">
          <EarlierHandovers handovers={handovers} />
        </Block>
        <Block id={trackingId} title="Tracking numbers from the shipper">
          <TrackingFileForm
            imported={refused ? null : ((sent?.shown ?? null) as ImportedTracking | null)}
            error={sent?.errors['file']}
          />
        </Block>
      </div>
    </AdminPage>
  )
}
