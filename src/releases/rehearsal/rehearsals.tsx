import { Form } from 'react-router'

import { adminRehearsalsCopy as copy } from './admin-rehearsals.copy.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'

/** Rehearsal orders that are not refunded yet, with the one button that refunds them. */
export function Rehearsals({ count }: { count: number }) {
  return (
    <Block id="release-rehearsals" title="Rehearsal">
      <Form method="post" className={stack(3, { text: 'sans' })}>
        <p className={letters.quiet}>{copy.intro(count)}</p>
        <div className={cluster(2, { text: 'tight' })}>
          <Button name="intent" value="refund-rehearsals" kind="secondary">
            {count === 1 ? 'Refund it' : 'Refund them all'}
          </Button>
        </div>
      </Form>
    </Block>
  )
}
