import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { Column } from '#platform/admin/admin-table.tsx'
import { RecordLink } from '#platform/form/record-link.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { SpanNote } from '#platform/list/span-note.tsx'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { ButtonLink } from '#ui/button.tsx'

import type { Route } from './+types/subscriber-list.page'
import type { NamedSubscriber } from './delete-subscriber.tsx'
import { DeleteSubscriberDialog, DeleteSubscriberLink } from './delete-subscriber.tsx'
import { joinedListCopy as copy } from './subscriber-list.copy.ts'
import { subscriberList } from './subscriber-list.store.server.ts'
import { subscriberCopy } from './subscriber.copy.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export const loader = (args: Route.LoaderArgs) => loadList(subscriberList, args)

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.loadOrStale(() => serverLoader())

type Subscriber = ListRow<typeof subscriberList>

const named = ({ id, firstName, lastName, email }: Subscriber): NamedSubscriber => ({
  id,
  name: `${firstName} ${lastName}`.trim() || email,
  email,
})

const columnsFor = (
  here: string,
  dates: ShopDates,
  onAsk: (subscriber: NamedSubscriber) => void,
): readonly Column<Subscriber>[] => [
  {
    label: copy.firstName,
    sort: 'firstname',
    part: 'name',
    cell: (subscriber) => subscriber.firstName,
  },
  {
    label: copy.lastName,
    sort: 'lastname',
    part: 'name',
    cell: (subscriber) => subscriber.lastName,
  },
  {
    label: copy.email,
    sort: 'email',
    part: 'line',
    wraps: true,
    cell: (subscriber) => subscriber.email,
  },
  {
    label: copy.standing,
    cell: ({ unsubscribedAt, byEmail, isInactive }) => {
      if (unsubscribedAt) return copy.unsubscribed(dates.day(unsubscribedAt))
      if (isInactive) return copy.inactive
      return byEmail ? copy.subscribed : copy.noConsent
    },
  },
  {
    label: copy.edit,
    part: 'action',
    cell: (subscriber) => (
      <RecordLink
        pathOf={paths.subscriber}
        id={subscriber.id}
        label={copy.editNamed(named(subscriber).name)}
      >
        {copy.edit}
      </RecordLink>
    ),
  },
  {
    label: copy.delete,
    part: 'action',
    cell: (subscriber) => (
      <DeleteSubscriberLink subscriber={named(subscriber)} to={here} onAsk={onAsk} />
    ),
  },
]

export default function JoinedList({ loaderData }: Route.ComponentProps) {
  const { list, isStale } = loaderData
  const { pathname, search } = useLocation()
  const here = pathname + search
  const dates = useDates()
  const [asked, setAsked] = useState<NamedSubscriber | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const ask = (subscriber: NamedSubscriber) => {
    setAsked(subscriber)
    setIsAsking(true)
  }
  useEffect(() => last.keep(loaderData))

  return (
    <ListPage
      name="joined"
      {...{ list, isStale, copy }}
      columns={columnsFor(here, dates, ask)}
      rowKey={(subscriber) => subscriber.id}
      note={<SpanNote span={list.query.filters['came']} words={copy.came} />}
      actions={
        <ButtonLink kind="secondary" href={paths.addSubscriber()}>
          {subscriberCopy.add.action}
        </ButtonLink>
      }
    >
      <DeleteSubscriberDialog
        open={isAsking}
        subscriber={asked}
        to={here}
        onEnd={() => setIsAsking(false)}
      />
    </ListPage>
  )
}
