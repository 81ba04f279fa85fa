import { Link } from 'react-router'

import { adminRequestsCopy, requestQueueCopy as copy } from './admin-requests.copy.ts'
import { levelName } from '#accounts/account/membership.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { requestNumber } from './request.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import type { PersonInLine, QueueForStaff } from './queues/request-queue.actions.server.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { Pager } from '#platform/list/pager.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { Block } from '#platform/layout/block.tsx'
import { letters } from '#ui/layout.ts'

import styles from './requests.module.css'

/** The boxes of the rows belong to the form that declines. */
export const declineFormId = 'decline-line'

type Props = { view: Pick<QueueForStaff, 'wine' | 'line'> }

const nameOf = ({ firstName, lastName, email }: PersonInLine) =>
  `${firstName} ${lastName}`.trim() || email

function Who({ person }: { person: PersonInLine }) {
  return (
    <span className={styles.who}>
      <input
        type="checkbox"
        form={declineFormId}
        name="request"
        value={person.requestId}
        aria-label={copy.choose(requestNumber(person.number), nameOf(person))}
      />
      <span>
        {nameOf(person)}
        {person.hasGrant && <span className={letters.below}>{copy.hasGrant}</span>}
      </span>
    </span>
  )
}

function sentTo({ state, isServed }: PersonInLine): string {
  if (!state) return copy.noState
  return isServed ? stateName(state) : copy.notServed(stateName(state))
}

const columns: readonly Column<PersonInLine>[] = [
  { label: adminRequestsCopy.name, part: 'name', cell: (person) => <Who person={person} /> },
  { label: copy.place, numeric: true, cell: ({ place }) => place.toLocaleString('en-US') },
  {
    label: adminRequestsCopy.number,
    cell: ({ number }) => <Link to={paths.staffRequest(number)}>{requestNumber(number)}</Link>,
  },
  { label: adminRequestsCopy.asked, cell: ({ askedAt }) => <ShopDay at={askedAt} /> },
  { label: adminRequestsCopy.cases, numeric: true, cell: ({ units }) => String(units) },
  { label: copy.level, cell: ({ level }) => levelName(level) ?? '' },
  { label: copy.bought, numeric: true, cell: ({ bought }) => String(bought) },
  { label: copy.sent, cell: sentTo },
]

/** The people in line for a wine, in the order of the queue. */
export function Line({ view: { wine, line } }: Props) {
  return (
    <Block id="line" title={copy.line} isWide>
      {line.people.length === 0 ? (
        <p>{copy.nobody}</p>
      ) : (
        <>
          <AdminTable
            label={copy.line}
            columns={columns}
            rows={line.people}
            rowKey={({ requestId }) => requestId}
          />
          <Pager
            page={line.page}
            pages={line.pages}
            isMore={false}
            hrefOf={(page) => paths.requestQueue(wine.id, { page: String(page) })}
          />
        </>
      )}
    </Block>
  )
}
