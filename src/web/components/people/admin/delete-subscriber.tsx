import { Form, Link } from 'react-router'

import { joinedListCopy } from '#domain/copy/admin-lists.ts'
import { paths } from '#domain/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import styles from './delete-subscriber.module.css'

const copy = joinedListCopy.deletion

export type NamedSubscriber = { id: string; name: string; email: string }

type Props = {
  client: NamedSubscriber
  /** The list as it was left, to come back to. */
  to: string
}

/** Says whom it is about and what happens, and asks. */
export function DeleteSubscriberForm({ client, to, onEnd }: Props & { onEnd?: () => void }) {
  return (
    <Form
      method="post"
      action={paths.deleteSubscriber(client.id)}
      replace
      preventScrollReset
      className={styles.form}
      onSubmit={onEnd}
    >
      <p>{copy.text(client.email)}</p>
      <input type="hidden" name="to" value={to} />
      <div className={styles.ways}>
        <Button>{copy.confirm}</Button>
        {onEnd ? (
          <Button type="button" kind="secondary" onClick={onEnd}>
            {copy.keep}
          </Button>
        ) : (
          <ButtonLink href={to} kind="secondary">
            {copy.keep}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}

type LinkProps = Props & { onAsk: (client: NamedSubscriber) => void }

/** Asks over the list; without a script, on a page of its own. */
export function DeleteSubscriberLink({ client, to, onAsk }: LinkProps) {
  return (
    <Link
      to={paths.deleteSubscriber(client.id, to)}
      aria-label={joinedListCopy.deleteNamed(client.name)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onAsk(client)
      }}
    >
      {joinedListCopy.delete}
    </Link>
  )
}

type DialogProps = {
  open: boolean
  /** Whom it was about last; nobody was asked about yet where there is none. */
  client: NamedSubscriber | null
  to: string
  onEnd: () => void
}

/** The same over the list it was asked from. */
export function DeleteSubscriberDialog({ open, client, to, onEnd }: DialogProps) {
  return (
    <Dialog open={open} onClose={onEnd} title={client && copy.title(client.name)}>
      {client && <DeleteSubscriberForm client={client} to={to} onEnd={onEnd} />}
    </Dialog>
  )
}
