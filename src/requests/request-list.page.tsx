import { Link } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { levelName } from '#platform/club/club.rules.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { isSwitchedOn } from '#platform/switches/switches.store.server.ts'
import { ShopDay, useDates } from '#platform/text/dates.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'

import type { Route } from './+types/request-list.page'
import { adminRequestsCopy as copy, requestStateName } from './admin-requests.copy.ts'
import { requestList } from './request-list.store.server.ts'
import { isForWine, isOverdue, requestNumber, workingDaysBetween } from './request.rules.ts'
import { requestedWinesNow } from './requested-wines.store.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({
  needs: 'answer-requests',
  async load({ db, now, ...args }) {
    const [loaded, isOn, wines] = await Promise.all([
      loadList(requestList, args),
      isSwitchedOn(db, 'answer-requests'),
      requestedWinesNow(db),
    ])
    return { ...loaded, isOn, wines, now }
  },
  actions: {},
})
export const loader = page.loader

type Row = ListRow<typeof requestList>

function Age({ row, now }: { row: Row; now: Date }) {
  const dates = useDates()
  const [since, today] = [dates.isoDay(row.waitsSince), dates.isoDay(now)]
  const isLate = row.state === 'open' && isOverdue(since, today)
  return (
    <>
      <ShopDay at={row.createdAt} />
      {row.state === 'open' && (
        <span className={classes(letters.below, isLate && letters.bad)}>
          {copy.workingDays(workingDaysBetween(since, today))}
          {isLate && `, ${copy.overdue}`}
        </span>
      )}
      {row.waitsSince > row.createdAt && (
        <span className={letters.below}>{copy.openedAgain(dates.day(row.waitsSince))}</span>
      )}
      {row.askedAgainAt && (
        <span className={letters.below}>{copy.askedAgain(dates.day(row.askedAgainAt))}</span>
      )}
    </>
  )
}

/** How many cases of each wine that is asked for could be granted. */
function FreeCases({ wines }: { wines: Route.ComponentProps['loaderData']['wines'] }) {
  if (wines.length === 0) return null
  return (
    <ul className={cluster([0.5, 3], { text: 'sans' })}>
      {wines.map(({ id, title, free }) => (
        <li key={id}>
          <Link to={paths.requestQueue(id)}>{copy.free(title, free)}</Link>
        </li>
      ))}
    </ul>
  )
}

const columnsAt = (now: Date): readonly Column<Row>[] => [
  {
    label: copy.number,
    cell: ({ number }) => <Link to={paths.staffRequest(number)}>{requestNumber(number)}</Link>,
  },
  { label: copy.asked, cell: (row) => <Age {...{ row, now }} /> },
  {
    label: copy.name,
    part: 'line',
    cell: ({ asker, level, bought }) => (
      <>
        {asker}
        <span className={letters.below}>{copy.buyer(levelName(level), bought)}</span>
      </>
    ),
  },
  { label: copy.kind, cell: ({ kind }) => copy.kinds[kind] },
  { label: copy.wine, cell: ({ wine }) => wine ?? '' },
  {
    label: copy.cases,
    numeric: true,
    cell: ({ kind, units }) => (isForWine(kind) ? String(units) : ''),
  },
  { label: copy.state, cell: ({ kind, state }) => requestStateName(kind, state) },
]

export default function RequestList({ loaderData }: Route.ComponentProps) {
  const { list, isStale, isOn, wines, now } = loaderData
  return (
    <ListPage
      name="requests"
      {...{ list, isStale, copy }}
      columns={columnsAt(now)}
      rowKey={(row) => row.id}
      options={{ wine: wines.map(({ id, title }) => [id, title]) }}
      actions={<Link to={paths.requestSettings()}>{copy.settings}</Link>}
      note={
        <>
          {!isOn && <p>{copy.off}</p>}
          <FreeCases wines={wines} />
        </>
      }
    />
  )
}
