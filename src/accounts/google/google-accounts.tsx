import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, divided, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { CurrentPassword } from '../sign-in/current-password.tsx'
import { authCopy as copy } from '../sign-in/sign-in.copy.ts'
import { GoogleButton } from './google-button.tsx'

import styles from '../account/account-form.module.css'

type Props = {
  all: { id: string; since: string }[]
  email: string
  canConnect: boolean
  hasPassword: boolean
  error: string | null
  /** The error of the current password. */
  passwordError: string | null
}

/** The Google accounts that log in to this account, each to remove, and how to connect one. */
export function GoogleAccounts(props: Props) {
  const { all, email, canConnect, hasPassword, error, passwordError } = props
  const dates = useDates()
  return (
    <>
      {(error ?? passwordError) && <Notice tone="bad">{error ?? passwordError}</Notice>}
      {all.length > 0 && (
        <>
          {canConnect && <p>{copy.googleConnected}</p>}
          <ul className={divided(1.5)}>
            {all.map(({ id, since }) => (
              <li key={id} className={cluster([1, 3], { justify: 'between' })}>
                <div>
                  <strong>Google account</strong>
                  <p className={letters.quiet}>Connected {dates.day(new Date(since))}</p>
                  <details className={styles.lost}>
                    <summary className={letters.more}>Remove it</summary>
                    <form method="post" className={classes(stack(2.5, { width: 26 }), styles.form)}>
                      <input type="hidden" name="google" value={id} />
                      {hasPassword && <CurrentPassword account={email} />}
                      <Button kind="danger" name="intent" value="remove-google">
                        Remove this Google account
                      </Button>
                    </form>
                  </details>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {canConnect && all.length === 0 && (
        <>
          <p>{copy.googleNotConnected}</p>
          <GoogleButton returnTo={paths.security()} connects />
        </>
      )}
      {canConnect && all.length > 0 && (
        <details className={styles.lost}>
          <summary className={letters.more}>Connect another Google account</summary>
          <p>{copy.anotherGoogle}</p>
          <GoogleButton returnTo={paths.security()} connects />
        </details>
      )}
    </>
  )
}
