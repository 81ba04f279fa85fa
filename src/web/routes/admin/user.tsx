import { data, Link, redirect } from 'react-router'

import { recordCopy, userCopy as copy } from '#domain/copy/records.ts'
import { readStaffUser, staffUserFields } from '#domain/forms/staff-user.ts'
import type { UserFacts } from '#domain/staff-user.ts'
import type { SavedUser } from '#use-cases/desk/save-user.ts'
import { GoneRecord } from '#web/components/admin/gone-record.tsx'
import { momentOf } from '#web/components/admin/moment.ts'
import { RecordFacts } from '#web/components/admin/record-facts.tsx'
import { RecordLog } from '#web/components/admin/record-log.tsx'
import { RecordPage } from '#web/components/admin/record-page.tsx'
import { listStateIn } from '#web/components/admin/record-state.ts'
import { UserForm } from '#web/components/admin/user-form.tsx'
import { UsersOrders } from '#web/components/admin/users-orders.tsx'
import { Block } from '#web/components/members/block.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/user'
import { answered, answeredByClash, baseIn, statusOfProblem } from './record-answer.ts'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.user ? nameOf(loaderData.user) : copy.title} · Kohue` },
]

const nameOf = ({ fields }: { fields: { firstname: string; lastname: string; email: string } }) =>
  `${fields.firstname} ${fields.lastname}`.trim() || fields.email

/** A record that is gone is told as an answer, not thrown: what was typed of it may still be here. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const wanted = Number(url.searchParams.get('orders') ?? 1)
  const page = Number.isInteger(wanted) && wanted > 0 && wanted < 1e6 ? wanted : 1
  const staff = memberOf(context)
  const viewed = await context.get(shopContext).viewUser(staff, params.id, page)
  if (!viewed.ok && viewed.reason === 'not-staff') throw data(null, { status: 403 })
  const backTo = paths.usersList(listStateIn(url.searchParams))
  const isSelf = staff.id === params.id
  if (!viewed.ok) {
    return data({ user: null, history: null, log: [], backTo, isSelf }, { status: 404 })
  }
  const { user, history, log } = viewed
  return data({ user, history, log, backTo, isSelf })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const values = readStaffUser(form)
  const version = Number(form.get('version'))
  const staff = memberOf(context)
  const saved = await context.get(shopContext).saveUser(staff, params.id, { values, version })
  if (saved.ok) {
    const list = { ...listStateIn(url.searchParams), notice: 'user-updated' }
    return redirect(paths.usersList(list), 303)
  }
  if (saved.reason === 'not-staff') throw data(null, { status: 403 })
  return data(answerOf(saved, values, form), statusOfProblem[saved.reason])
}

type NotSaved = Exclude<SavedUser, { ok: true } | { reason: 'not-staff' }>

function answerOf(saved: NotSaved, values: ReturnType<typeof readStaffUser>, form: FormData) {
  switch (saved.reason) {
    case 'saved-elsewhere': {
      const { user, by } = saved
      const edits = { base: baseIn<typeof values>(form, staffUserFields), yours: values }
      return answeredByClash(staffUserFields, edits, { ...user, by })
    }
    case 'invalid':
      return answered('invalid', values, saved.errors)
    case 'email-taken':
      return answered('email-taken', values, { email: copy.emailTaken })
    case 'staff-email':
      return answered('staff-email', values, { email: copy.staffEmail })
    case 'gone':
      return answered('gone', values)
  }
}

export default function UserPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { user, history, log, backTo, isSelf } = loaderData
  const answer = actionData ?? null
  if (!user && !answer) return <GoneRecord backTo={backTo} />
  const record = user ?? { version: 0, fields: answer!.values }
  return (
    <RecordPage
      title={nameOf(record)}
      email={record.fields.email}
      backTo={backTo}
      actions={
        user &&
        !isSelf && (
          <Link
            to={paths.deleteUser(user.id, backTo)}
            aria-label={copy.deleteNamed(nameOf(record))}
          >
            {copy.delete}
          </Link>
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
      <UserForm key={params.id} user={record} answer={answer} backTo={backTo} />
      {user && (
        <div>
          <Block id="user-account" title={copy.account}>
            <RecordFacts facts={factsOf(user.facts)} />
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
    [words.registered, momentOf(facts.registeredAt)],
    [words.lastOrder, facts.lastOrderAt && momentOf(facts.lastOrderAt)],
  ] as const
}
