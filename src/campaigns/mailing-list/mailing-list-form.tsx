import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import { InPageForm } from '#accounts/sign-in/in-page-form.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { MailingListErrors } from './mailing-list-form.rules.ts'
import { honeypotFields, onJoinField } from './mailing-list-form.rules.ts'

import styles from './mailing-list-form.module.css'

type Props = {
  /** When the form was made, against robots. */
  shownAt: number
  result?: Partial<MailingListErrors> | undefined
  /** Shown on `join`. */
  isOnJoin?: boolean
}

/** Name and email for the mailing list; whichever page shows it, `ex-join` takes it. */
export function MailingListForm({ shownAt, result, isOnJoin = false }: Props) {
  return (
    <InPageForm action={paths.mailingList()}>
      <TextField
        name="fullname"
        label={copy.fullName}
        autoComplete="name"
        defaultValue={result?.values?.fullname}
        error={result?.errors?.fullname}
      />
      <TextField
        name="email"
        type="email"
        label={copy.email}
        autoComplete="email"
        defaultValue={result?.values?.email}
        error={result?.errors?.email}
      />
      <p className={styles.consent}>{copy.consent}</p>
      {isOnJoin && <input type="hidden" name={onJoinField} value="yes" />}
      <TrapFields shownAt={shownAt} />
      <Button>{copy.subscribe}</Button>
    </InPageForm>
  )
}

/** Robots fill these in; people never see them. */
function TrapFields({ shownAt }: Pick<Props, 'shownAt'>) {
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
