import { data, redirect } from 'react-router'

import { mailingListCopy as copy } from '#domain/copy/mailing-list.ts'
import type { MailingListFaults } from '#domain/forms/mailing-list.ts'
import {
  isHasty,
  isTrapped,
  readMailingListForm,
  trapFields,
} from '#domain/forms/mailing-list.ts'
import { shopContext } from '#web/context.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/ex-join'

export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export const loader = () => ({ shownAt: Date.now() })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = readMailingListForm(form)
  if (!read.ok) return data(read, 400)
  const again = (alert: string): MailingListFaults => ({ values: read.value, alert, errors: {} })
  if (isTrapped(form)) return data(again(copy.pressAgain), 400)

  const joined = await context.get(shopContext).joinMailingList(read.value, {
    page: paths.mailingList(),
    address: request.headers.get('x-kohue-address') ?? '',
    isHasty: isHasty(form, new Date()),
  })
  if (!joined.ok) return data(again(copy.tooMany), 429)
  return redirect(paths.mailingListJoined(), 303)
}

export default function JoinMailingList({ loaderData, actionData }: Route.ComponentProps) {
  const { values, alert, errors } = (actionData ?? {}) as Partial<MailingListFaults>
  return (
    <main>
      <h1>{copy.title}</h1>
      <p>{copy.intro}</p>
      {alert && <p role="alert">{alert}</p>}
      <form method="post" noValidate>
        <label>
          {copy.fullName}
          <input
            name="fullname"
            autoComplete="name"
            defaultValue={values?.fullname}
            aria-invalid={errors?.fullname ? true : undefined}
          />
          {errors?.fullname}
        </label>
        <label>
          {copy.email}
          <input
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={values?.email}
            aria-invalid={errors?.email ? true : undefined}
          />
          {errors?.email}
        </label>
        <p>{copy.consent}</p>
        <TrapFields shownAt={loaderData.shownAt} />
        <button>{copy.subscribe}</button>
      </form>
    </main>
  )
}

/** What people never see or fill in, and simple robots do. */
function TrapFields({ shownAt }: { shownAt: number }) {
  return (
    <>
      <input type="hidden" name={trapFields.shownAt} value={shownAt} />
      <div hidden>
        <label>
          {copy.leaveEmpty}
          <input name={trapFields.website} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
