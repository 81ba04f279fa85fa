import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { cluster, fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Reached } from './states.store.server.ts'

type Props = { state: string; formKey: string; sent: Sent<unknown> | null }

/** Suspends a state in two steps: what it would reach is shown first. */
export function SuspendState({ state, formKey, sent }: Props) {
  const name = stateName(state)
  const reached = sent?.intent === 'preview' ? (sent.shown as Reached | null) : null
  return (
    <Block id="suspend" title="Suspend">
      <p>
        Nothing new can be ordered to {name}, and orders that have not been handed over are held,
        until you resume it.
      </p>
      <ActionForm {...{ formKey, sent }} className={fields(34)}>
        <TextField label="Reason, for staff" required {...fieldsOf(sent)('reason')} />
        {reached && (
          <Notice>
            <p>Now in {name}:</p>
            <ul>
              <li>{plural(reached.carts, 'open cart')}</li>
              <li>{plural(reached.paymentPages, 'open payment page')}</li>
              <li>{plural(reached.orders, 'order')} not handed over</li>
              <li>{plural(reached.allocations, 'allocation')}</li>
            </ul>
          </Notice>
        )}
        <div className={cluster(2)}>
          <Button kind="secondary" name="intent" value="preview">
            See what it reaches
          </Button>
          {reached && (
            <Button kind="danger" name="intent" value="suspend">
              Suspend {name}
            </Button>
          )}
        </div>
      </ActionForm>
    </Block>
  )
}
