import { Form, Link } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { cluster, stack } from '#ui/layout.ts'

import { joinedListCopy } from './subscriber-list.copy.ts'

const copy = joinedListCopy.deletion

export type NamedSubscriber = { id: string; name: string; email: string }

type Props = {
  subscriber: NamedSubscriber
  /** The list as it was left, to come back to. */
  to: string
}

/** Names the subscriber, states the consequences, and asks for confirmation. */
export function DeleteSubscriberForm({ subscriber, to, onEnd }: Props & { onEnd?: () => void }) {
  return (
    <Form
      method="post"
      action={paths.deleteSubscriber(subscriber.id)}
      replace
      preventScrollReset
      className={stack(3, { width: 34, text: 'anywhere' })}
      onSubmit={onEnd}
    >
      <p>{copy.text(subscriber.email)}</p>
      <input type="hidden" name="to" value={to} />
      <div className={cluster(2)}>
        <Button kind="danger">{copy.confirm}</Button>
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

type LinkProps = Props & { onAsk: (subscriber: NamedSubscriber) => void }

/** Asks over the list; without a script, on a page of its own. */
export function DeleteSubscriberLink({ subscriber, to, onAsk }: LinkProps) {
  return (
    <Link
      to={paths.deleteSubscriber(subscriber.id, to)}
      aria-label={joinedListCopy.deleteNamed(subscriber.name)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onAsk(subscriber)
      }}
    >
      {joinedListCopy.delete}
    </Link>
  )
}

type DialogProps = {
  open: boolean
  /** The subscriber it was last opened for; null before that. */
  subscriber: NamedSubscriber | null
  to: string
  onEnd: () => void
}

/** The same over the list it was asked from. */
export function DeleteSubscriberDialog({ open, subscriber, to, onEnd }: DialogProps) {
  return (
    <Dialog open={open} onClose={onEnd} title={subscriber && copy.title(subscriber.name)}>
      {subscriber && <DeleteSubscriberForm subscriber={subscriber} to={to} onEnd={onEnd} />}
    </Dialog>
  )
}
