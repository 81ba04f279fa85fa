import { pageAction } from '#platform/action/page-action.server.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { loadList } from '#platform/list/list-route.ts'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { atMost, letters } from '#ui/layout.ts'

import { freeOf } from '../check/release-check.rules.ts'
import { allocatedUnits } from '../release-day/release-figures.store.server.ts'
import { loadRelease } from '../release/load-release.ts'
import { metaOfPart, ReleasePage } from '../release/release-page.tsx'
import type { Route } from './+types/release-allocations.page'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import { AllocationForms } from './allocation-forms.tsx'
import { allocationList } from './allocation-list.store.server.ts'
import { AllocationsList } from './allocations-list.tsx'
import { earlierReleases } from './earlier-release.store.server.ts'
import {
  addAllocation,
  fromSearch,
  importAllocationFile,
  saveAllocations,
  takeOverFrom,
} from './save-allocation.actions.server.ts'

import styles from './allocations.module.css'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, copy.title)

const page = staffPage({
  needs: 'manage-releases',
  async load({ db, params, url, context }) {
    const release = await loadRelease(db, params)
    const ofRelease = new URL(url)
    ofRelease.searchParams.set('release', release.id)
    const earlier = release.phase === 'draft' ? await earlierReleases(db, release.id) : []
    const allocated = await allocatedUnits(db, release.id)
    const sums = release.wines.map((wine) => {
      const { units = 0, left = 0 } = allocated.find(({ productId }) => productId === wine.id) ?? {}
      const title = `${wine.title}, ${wine.subtitle}`
      return { id: wine.id, title, units, left, free: freeOf(release.state, wine) }
    })
    const list = await loadList(allocationList, { url: ofRelease, context })
    return { release, earlier, sums, ...list }
  },
  actions: {},
})
export const loader = page.loader

export const action = pageAction(
  {
    add: addAllocation,
    import: importAllocationFile,
    earlier: takeOverFrom,
    save: saveAllocations,
  },
  fromSearch,
)

export default function ReleaseAllocationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, earlier, sums, list, isStale } = loaderData
  const sent = useFormResult(actionData)
  const shown = sent?.shown
  return (
    <ReleasePage release={release} tab="allocations">
      <AllocationSums sums={sums} />
      <AllocationForms
        release={release}
        earlier={earlier}
        added={sentBy(sent, { intent: 'add' })}
        imported={sentBy(sent, { intent: 'import' })}
        refused={shown && 'refused' in shown ? shown.refused : []}
        isFirst={list.page.rows.length === 0}
      />
      <AllocationsList
        release={release}
        list={list}
        isStale={isStale}
        refused={shown && 'rows' in shown ? shown.rows : []}
      />
    </ReleasePage>
  )
}

/** What is allocated of each wine, and whether there is enough of it. */
function AllocationSums({ sums }: Pick<Route.ComponentProps['loaderData'], 'sums'>) {
  if (sums.every(({ units }) => units === 0)) return null
  return (
    <RowsTable
      label="Allocated and in stock"
      dense
      className={classes(atMost(46), styles.sums)}
      columns={[
        { label: copy.wine, cell: ({ title }) => title },
        { label: 'Allocated', numeric: true, cell: ({ units }) => units },
        { label: copy.left, numeric: true, cell: ({ left }) => left },
        { label: 'In stock', numeric: true, cell: ({ free }) => free ?? 'Not counted' },
        {
          label: 'Excess',
          numeric: true,
          cell: ({ left, free }) =>
            free !== null && left > free ? (
              <strong className={letters.bad}>{left - free}</strong>
            ) : (
              'None'
            ),
        },
      ]}
      rows={sums}
      rowKey={({ id }) => id}
    />
  )
}
