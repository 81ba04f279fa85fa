import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { AuthForm } from '../sign-in/auth-form.tsx'
import { CurrentPassword } from '../sign-in/current-password.tsx'
import { authCopy as copy } from '../sign-in/sign-in.copy.ts'

import styles from '../account/account-form.module.css'

type Pending = {
  email: string
  isApproved: boolean
  isConfirmed: boolean
  waitsUntil: string | null
  expiresAt: string
}

type Props = {
  /** The account's email until the change takes effect. */
  email: string
  pending: Pending
  hasPassword: boolean
  error: string | null
  passwordError: string | null
}

/** A pending change of email: what it waits for, how to cancel it, what if the old mailbox is lost. */
export function PendingEmail({ email, pending, hasPassword, error, passwordError }: Props) {
  const { waitsUntil, isApproved, isConfirmed } = pending
  const dates = useDates()
  const dateAndTime = (time: string) => dates.longMoment(new Date(time))
  return (
    <>
      <p className={classes(letters.sans, letters.anywhere)}>
        <strong>{email}</strong> {copy.changesTo} <strong>{pending.email}</strong>
      </p>
      <ul className={classes(letters.listed, letters.anywhere)}>
        <li>
          {isApproved
            ? copy.stepApproved(email)
            : waitsUntil
              ? copy.stepWaits(dateAndTime(waitsUntil))
              : copy.stepApprove(email)}
        </li>
        <li>{isConfirmed ? copy.stepConfirmed(pending.email) : copy.stepConfirm(pending.email)}</li>
      </ul>
      <p>{copy.changeExpires(dateAndTime(pending.expiresAt))}</p>
      <form method="post">
        <Button kind="secondary" name="intent" value="cancel-email-change">
          {copy.cancelChange}
        </Button>
      </form>
      {!waitsUntil && !isApproved && (
        <details className={styles.lost} open={error !== null || passwordError !== null}>
          <summary className={letters.more}>{copy.lostMailbox(email)}</summary>
          <AuthForm place="security" className={stack(2.5, { width: 26 })}>
            {error && <Notice tone="bad">{error}</Notice>}
            <p>{copy.lostMailboxHow}</p>
            {hasPassword && <CurrentPassword account={email} error={passwordError} />}
            <Button kind="secondary" name="intent" value="lost-mailbox">
              {copy.startWaiting}
            </Button>
          </AuthForm>
        </details>
      )}
    </>
  )
}
