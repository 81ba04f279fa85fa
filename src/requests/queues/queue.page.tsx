import { Link } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { levelName } from '#platform/club/club.rules.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Pager } from '#platform/list/pager.tsx'
import { SelectRow } from '#platform/list/selected-rows.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { letters } from '#ui/layout.ts'

import { adminRequestsCopy, requestCopy } from '../admin-requests.copy.ts'
import { requestNumber } from '../request.rules.ts'
import type { Route } from './+types/queue.page'
import { grantQueue, previewQueue } from './grant-by-queue.actions.server.ts'
import { GrantByQueue, nobody } from './grant-by-queue.tsx'
import {
  CloseQueue,
  DeclineLine,
  declineFormId,
  LaterVintage,
  QueueSettings,
} from './queue-forms.tsx'
import type { PersonInLine, QueueForStaff } from './queue.actions.server.ts'
import {
  closeQueue,
  declineInLine,
  nameLaterVintage,
  saveQueue,
  viewQueue,
} from './queue.actions.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'answer-requests',
  async load({ services, params, url }) {
    const shown = wholeNumberIn(url.searchParams.get('page')) ?? 1
    const view = await viewQueue(services, params['productId']!, shown)
    if (!view) throw httpError(404)
    return view
  },
  actions: {
    preview: previewQueue,
    grant: grantQueue,
    'name-later': nameLaterVintage,
    decline: declineInLine,
    close: closeQueue,
    save: saveQueue,
  },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Queue of requests')

export default function RequestQueuePage({ loaderData: view, actionData }: Route.ComponentProps) {
  const sentAs = (...intents: string[]) =>
    actionData && intents.includes(actionData.intent) ? actionData : null
  return (
    <AdminPage
      title={`Requests for ${view.wine.title}, ${view.wine.subtitle}`}
      summary={`${plural(view.waiting, 'request')} for ${plural(view.asked, 'case')}`}
      actions={
        <Link to={paths.staffRequests({ state: 'open', wine: view.wine.id })}>
          {requestCopy.all}
        </Link>
      }
    >
      <div>
        <Line {...view} />
        <GrantByQueue view={view} sent={sentAs('preview', 'grant')} />
        {view.waitingForLater > 0 && <LaterVintage view={view} />}
        {view.waiting > 0 && <DeclineLine view={view} sent={sentAs('decline')} />}
        {view.waiting > 0 && <CloseQueue view={view} />}
        <QueueSettings view={view} sent={sentAs('save')} />
      </div>
    </AdminPage>
  )
}

const nameOf = ({ firstName, lastName, email }: PersonInLine) =>
  `${firstName} ${lastName}`.trim() || email

function Who({ person }: { person: PersonInLine }) {
  return (
    <SelectRow
      formId={declineFormId}
      name="request"
      value={person.requestId}
      label={`Choose ${requestNumber(person.number)}, ${nameOf(person)}`}
    >
      <span>
        {nameOf(person)}
        {person.hasGrant && <span className={letters.below}>Already has a grant</span>}
      </span>
    </SelectRow>
  )
}

function sentTo({ state, isServed }: PersonInLine): string {
  if (!state) return 'No address yet'
  return isServed ? stateName(state) : `${stateName(state)}: not served`
}

const columns: readonly Column<PersonInLine>[] = [
  { label: adminRequestsCopy.name, cell: (person) => <Who person={person} /> },
  { label: 'Place', numeric: true, cell: ({ place }) => place.toLocaleString('en-US') },
  {
    label: adminRequestsCopy.number,
    cell: ({ number }) => <Link to={paths.staffRequest(number)}>{requestNumber(number)}</Link>,
  },
  { label: adminRequestsCopy.asked, cell: ({ askedAt }) => <ShopDay at={askedAt} /> },
  { label: adminRequestsCopy.cases, numeric: true, cell: ({ units }) => String(units) },
  { label: adminRequestsCopy.level, cell: ({ level }) => levelName(level) ?? '' },
  { label: adminRequestsCopy.boughtHeading, numeric: true, cell: ({ bought }) => String(bought) },
  { label: 'Sent to', cell: sentTo },
]

/** The people in line for a wine, in the order of the queue. */
function Line({ wine, line }: Pick<QueueForStaff, 'wine' | 'line'>) {
  return (
    <Block id="line" title="In line" isWide>
      {line.people.length === 0 ? (
        <p>{nobody}</p>
      ) : (
        <>
          <AdminTable
            label="In line"
            columns={columns}
            rows={line.people}
            rowKey={({ requestId }) => requestId}
          />
          <Pager
            page={line.page}
            pages={line.pages}
            isMore={false}
            hrefOf={(number) => paths.requestQueue(wine.id, { page: String(number) })}
          />
        </>
      )}
    </Block>
  )
}
