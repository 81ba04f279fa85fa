import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import { InPageForm } from '#accounts/sign-in/in-page-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { fields, letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import { honeypotFields, mailingListAlert, onJoinField } from './mailing-list-form.rules.ts'

export type MailingListFormProps = {
  /** When the form was made, against robots. */
  shownAt: number
  sent?: Sent | undefined
  /** Shown on `join`. */
  isOnJoin?: boolean
}

/** Name and email for the mailing list; whichever page shows it, `ex-join` takes it. */
export function MailingListForm({ shownAt, sent, isOnJoin = false }: MailingListFormProps) {
  const field = fieldsOf(sent)
  const alert = sent && mailingListAlert(sent)
  return (
    <>
      {alert && <Notice tone="bad">{alert}</Notice>}
      <InPageForm action={paths.mailingList()} className={isOnJoin ? fields(undefined) : undefined}>
        <TextField {...field('fullname')} label={copy.fullName} autoComplete="name" />
        <TextField {...field('email')} type="email" label={copy.email} autoComplete="email" />
        <p className={letters.note}>{copy.consent}</p>
        {isOnJoin && <input type="hidden" name={onJoinField} value="yes" />}
        <TrapFields shownAt={shownAt} />
        <Button>{copy.subscribe}</Button>
      </InPageForm>
    </>
  )
}

/** Robots fill these in; people never see them. */
function TrapFields({ shownAt }: Pick<MailingListFormProps, 'shownAt'>) {
  return (
    <>
      <input type="hidden" name={honeypotFields.shownAt} value={shownAt} />
      <div hidden>
        <label>
          {copy.leaveEmpty}
          <input name={honeypotFields.website} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
