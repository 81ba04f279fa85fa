import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { fields, roomBelow } from '#ui/layout.ts'

import { earliestEnd } from './state-rule.rules.ts'
import type { StateRule } from './state-rules.store.server.ts'

type Props = { version: StateRule; today: string; formKey: string; sent: Sent | null }

/** Sets the day on which a confirmed version ends. */
export function EndVersion({ version, today, formKey, sent }: Props) {
  const { id, until, from } = version
  const name = until === null ? 'End it' : 'Change its end'
  return (
    <details open={sent !== null}>
      <summary className={roomBelow} aria-label={`${name}: version ${version.version}`}>
        {name}
      </summary>
      <ActionForm {...{ formKey, sent }} className={fields(30)}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="was" value={until ?? ''} />
        <DateField
          label="Until"
          hint="The first day on which it no longer holds, in the state’s own time."
          min={earliestEnd(from, today)}
          required
          {...fieldsOf(sent, { until: until ?? '' })('until')}
        />
        <Button kind="secondary" name="intent" value="end">
          Set its end
        </Button>
      </ActionForm>
    </details>
  )
}
