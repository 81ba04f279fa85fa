import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'

/** Rehearsal orders that are not refunded yet, with the one button that refunds them. */
export function Rehearsals({ count }: { count: number }) {
  return (
    <Block id="release-rehearsals" title="Rehearsal">
      <Form method="post" className={stack(3, { text: 'sans' })}>
        <p className={letters.quiet}>
          {plural(count, 'order was', 'orders were')} placed by staff before the opening, with real
          payments. They are refunded in full, and their wine returns.
        </p>
        <div className={cluster(2, { text: 'tight' })}>
          <Button name="intent" value="refund-rehearsals" kind="secondary">
            {count === 1 ? 'Refund it' : 'Refund them all'}
          </Button>
        </div>
      </Form>
    </Block>
  )
}
