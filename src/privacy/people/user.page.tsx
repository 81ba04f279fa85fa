import { data, Link } from 'react-router'

import { consentCopy, leftSentence } from '#accounts/consent/consent.copy.ts'
import type { UserFacts } from '#accounts/users/staff-user.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { fromList } from '#platform/action/staff-record.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { recordCopy } from '#platform/form/fields.copy.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { RecordPage } from '#platform/form/record-page.tsx'
import { listStateIn } from '#platform/form/record-state.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'

import { personCopy } from '../personal-data/personal-data.copy.ts'
import type { Route } from './+types/user.page'
import { saveUser } from './save-user.actions.server.ts'
import { UserForm } from './user-form.tsx'
import { UsersOrders } from './user-orders.tsx'
import { userCopy as copy } from './user.copy.ts'
import { viewUser } from './view-user.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.user ? nameOf(args.loaderData.user) : copy.title)

const nameOf = ({ fields }: { fields: { firstname: string; lastname: string; email: string } }) =>
  `${fields.firstname} ${fields.lastname}`.trim() || fields.email

/** A deleted record is a result, not an error: its form is shown again as it was typed. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const wanted = wholeNumberIn(url.searchParams.get('orders')) ?? 1
  const page = wanted > 0 && wanted < 1e6 ? wanted : 1
  const staff = memberOf(context)
  const viewed = permitted(await viewUser(context.get(servicesContext), staff, params.id, page))
  const backTo = paths.usersList(listStateIn(url.searchParams))
  const isSelf = staff.id === params.id
  if (!viewed.ok) {
    const none = { user: null, whyNot: null, left: null, history: null, log: [] }
    return data({ ...none, backTo, isSelf }, { status: 404 })
  }
  const { user, whyNot, left, history, log } = viewed
  return data({ user, whyNot, left, history, log, backTo, isSelf })
}

export const action = pageAction({ save: saveUser }, fromList)

export default function UserPage({ loaderData, actionData }: Route.ComponentProps) {
  const { user, whyNot, left, history, log, backTo, isSelf } = loaderData
  const dates = useDates()
  const result = actionData?.shown ?? null
  if (!user && !result) return <GoneRecord backTo={backTo} />
  const record = user ?? { version: 0, fields: result!.values }
  return (
    <RecordPage
      title={nameOf(record)}
      email={record.fields.email}
      backTo={backTo}
      actions={
        user && (
          <>
            <Link to={paths.person(user.id)}>{personCopy.link}</Link>
            {!isSelf && (
              <Link
                to={paths.deleteUser(user.id, backTo)}
                aria-label={copy.deleteNamed(nameOf(record))}
              >
                {copy.delete}
              </Link>
            )}
          </>
        )
      }
    >
      {user && (
        <div>
          <Block id="user-orders" title={copy.orders.title}>
            <UsersOrders history={history} />
          </Block>
        </div>
      )}
      <UserForm user={record} result={result} backTo={backTo} />
      {user && (
        <div>
          <Block id="user-account" title={copy.account}>
            <RecordFacts
              facts={[
                ...factsOf(user.facts),
                [personCopy.permission, whyNot ? personCopy.mayNot[whyNot] : personCopy.may],
                [consentCopy.reads, left && leftSentence(dates.longDay(left.at), left.source)],
              ]}
            />
          </Block>
          <RecordLog kind="user" id={user.id} entries={log} />
        </div>
      )}
    </RecordPage>
  )
}

function factsOf(facts: UserFacts) {
  const { facts: words } = copy
  return [
    [words.role, words.roles[facts.role]],
    [words.confirmed, facts.emailVerified ? recordCopy.yes : recordCopy.no],
    [words.stripe, facts.stripeCustomerId],
    [words.subscription, words.subscriptions[facts.subscription]],
    [words.registered, <ShopMoment key="registered" at={facts.registeredAt} />],
    [words.lastOrder, facts.lastOrderAt && <ShopMoment key="last-order" at={facts.lastOrderAt} />],
  ] as const
}
