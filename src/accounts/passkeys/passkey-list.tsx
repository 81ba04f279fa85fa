import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, divided, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import { CurrentPassword } from '../sign-in/current-password.tsx'
import { Refusals } from '../sign-in/refusals.tsx'
import script from './passkey-form.script.ts?script'
import { passkeyCopy as copy } from './passkeys.copy.ts'
import { longestPasskeyName } from './passkeys.rules.ts'

import styles from '../account/account-form.module.css'

type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

type Props = {
  all: Passkey[]
  /** What the browser would be called: the name that is proposed. */
  nameHere: string
  isPossible: boolean
  email: string
  emailVerified: boolean
  hasPassword: boolean
  error: string | null
  /** The error of the current password. */
  passwordError: string | null
}

/** The account's passkeys, each to rename or remove, and the form that adds one. */
export function PasskeyList(props: Props) {
  const { all, nameHere, isPossible, email, emailVerified, hasPassword } = props
  const { error, passwordError } = props
  const dates = useDates()
  const day = (at: string) => dates.day(new Date(at))
  return (
    <>
      <p>{copy.intro}</p>
      {(error ?? passwordError) && <Notice tone="bad">{error ?? passwordError}</Notice>}
      {all.length === 0 ? (
        <p className={classes(letters.quiet, letters.anywhere)}>{copy.none}</p>
      ) : (
        <ul className={divided(1.5)}>
          {all.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className={cluster([1, 3], { justify: 'between' })}>
              <div>
                <strong className={letters.anywhere}>{name}</strong>
                <p className={classes(letters.quiet, letters.anywhere)}>
                  {copy.since(day(createdAt))}
                  {lastUsedAt && ` · ${copy.lastUsed(day(lastUsedAt))}`}
                </p>
                <details className={styles.lost}>
                  <summary className={letters.more}>{copy.change(name)}</summary>
                  <form method="post" className={classes(stack(2.5, { width: 26 }), styles.form)}>
                    <input type="hidden" name="passkey" value={id} />
                    <NameField name={name} />
                    <Button kind="secondary" name="intent" value="rename-passkey">
                      {copy.rename}
                    </Button>
                  </form>
                  <form method="post" className={classes(stack(2.5, { width: 26 }), styles.form)}>
                    <input type="hidden" name="passkey" value={id} />
                    {hasPassword && <CurrentPassword account={email} />}
                    <Button kind="danger" name="intent" value="remove-passkey">
                      {copy.remove}
                    </Button>
                  </form>
                </details>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!isPossible ? null : !emailVerified ? (
        <p>{copy.confirmFirst}</p>
      ) : (
        <form
          method="post"
          action={paths.passkeys()}
          className={classes(stack(2.5, { width: 26 }), styles.form)}
          data-passkey-form="add"
          data-not-possible={copy.notPossible}
          data-cancelled={copy.cancelled}
        >
          <NameField name={nameHere} hint={copy.nameHint} />
          {hasPassword && <CurrentPassword account={email} />}
          <Button data-busy={copy.adding}>{copy.add}</Button>
          <Refusals codes={['operation-not-allowed', 'network-request-failed']} />
          <noscript>
            <p>{copy.needsScript}</p>
          </noscript>
          <script type="module" async src={script} />
        </form>
      )}
    </>
  )
}

const NameField = ({ name, hint }: { name: string; hint?: string }) => (
  <TextField
    label={copy.name}
    name="name"
    defaultValue={name}
    maxLength={longestPasskeyName}
    autoComplete="off"
    {...(hint && { hint })}
  />
)
