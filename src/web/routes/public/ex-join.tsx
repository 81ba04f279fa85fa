import { data, redirect } from 'react-router'

import { mailingListCopy as copy } from '#domain/copy/mailing-list.ts'
import type { MailingListFaults } from '#domain/forms/mailing-list.ts'
import { isHasty, isTrapped, readMailingListForm, trapFields } from '#domain/forms/mailing-list.ts'
import { shopContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FormPage } from '#web/ui/page.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Route } from './+types/ex-join'
import styles from './ex-join.module.css'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'mailingList')

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
    <FormPage title={copy.title} intro={copy.intro}>
      {alert && <Notice tone="bad">{alert}</Notice>}
      <form method="post" noValidate>
        <TextField
          name="fullname"
          label={copy.fullName}
          autoComplete="name"
          defaultValue={values?.fullname}
          error={errors?.fullname}
        />
        <TextField
          name="email"
          type="email"
          label={copy.email}
          autoComplete="email"
          defaultValue={values?.email}
          error={errors?.email}
        />
        <p className={styles.consent}>{copy.consent}</p>
        <TrapFields shownAt={loaderData.shownAt} />
        <Button>{copy.subscribe}</Button>
      </form>
    </FormPage>
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
