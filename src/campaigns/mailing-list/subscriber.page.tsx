import { data, Link } from 'react-router'

import { leftOf } from '#accounts/consent/consent.actions.server.ts'
import { consentCopy, leftSentence, sourceInWords } from '#accounts/consent/consent.copy.ts'
import { may } from '#platform/access/access.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { fromList } from '#platform/action/staff-record.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { RecordPage } from '#platform/form/record-page.tsx'
import { listStateIn } from '#platform/form/record-state.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'

import type { Route } from './+types/subscriber.page'
import { saveSubscriber } from './save-subscriber.actions.server.ts'
import { SubscriberForm } from './subscriber-form.tsx'
import { subscriberCopy as copy } from './subscriber.copy.ts'
import { nameOfSubscriber } from './subscriber.rules.ts'
import { subscriberById } from './subscribers.store.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(
    args,
    args.loaderData?.subscriber ? nameOfSubscriber(args.loaderData.subscriber.fields) : copy.title,
  )

/** A deleted record is a result, not an error: its form is shown again as it was typed. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  if (!may(memberOf(context), 'edit-subscribers')) throw httpError(403)
  const { db } = context.get(servicesContext)
  const backTo = paths.subscriberList(listStateIn(url.searchParams))
  const [subscriber, log] = await Promise.all([
    subscriberById(db, params.id),
    logOf(db, 'subscriber', params.id),
  ])
  if (!subscriber) return data({ subscriber, left: null, log: [], backTo }, { status: 404 })
  // When and how their address last said no.
  const left = await leftOf(db, subscriber.fields.email)
  return data({ subscriber, left, log, backTo })
}

export const action = pageAction({ save: saveSubscriber }, fromList)

export default function SubscriberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { subscriber, left, log, backTo } = loaderData
  const dates = useDates()
  const result = actionData?.shown ?? null
  if (!subscriber && !result) return <GoneRecord backTo={backTo} />
  const record = subscriber ?? { version: 0, fields: result!.values }
  return (
    <RecordPage
      title={nameOfSubscriber(record.fields)}
      email={record.fields.email}
      backTo={backTo}
      actions={
        subscriber && (
          <>
            <Link to={paths.person(subscriber.id)}>{copy.allKept}</Link>
            {!subscriber.leftAt && (
              <Link to={paths.unsubscribeSubscriber(subscriber.id)}>{copy.leave.action}</Link>
            )}
          </>
        )
      }
    >
      <SubscriberForm subscriber={record} result={result} backTo={backTo} />
      {subscriber && (
        <div>
          <Block id="subscriber-standing" title={copy.standing}>
            <RecordFacts
              facts={[
                [copy.since, <ShopMoment key="since" at={subscriber.consent.at} />],
                [copy.from, sourceInWords(subscriber.consent.source)],
                [copy.recordedAs, subscriber.consent.wording],
                [copy.left, subscriber.leftAt && <ShopMoment key="left" at={subscriber.leftAt} />],
                [consentCopy.reads, left && leftSentence(dates.longDay(left.at), left.source)],
              ]}
            />
          </Block>
          <RecordLog kind="subscriber" id={subscriber.id} entries={log} />
        </div>
      )}
    </RecordPage>
  )
}
