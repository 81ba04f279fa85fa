import { Form } from 'react-router'

import { mergeCopy as copy } from './merges.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Person } from '../people/view-person.actions.server.ts'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'

import styles from '../people/person.module.css'

type Props = { userId: string; person: Pick<Person, 'merges' | 'secondAddresses'> }

/** What was merged into an account, with the undo while there is one. */
export function MergedAccounts({ userId, person: { merges, secondAddresses } }: Props) {
  const dates = useDates()
  if (merges.length === 0 && secondAddresses.length === 0) return null
  return (
    <Block id="merged" title={copy.mergedTitle}>
      <RecordFacts facts={[[copy.second, secondAddresses.map(({ email }) => email).join(', ')]]} />
      <ul className={styles.list}>
        {merges.map(({ id, at, by, email, moved, undoneAt, undoUntil, mayUndo }) => (
          <li key={id}>
            {copy.entry(dates.longDay(at), by)}
            {email && ` (${email})`}: {copy.moved(moved)}
            {undoneAt && `, ${copy.undone}`}
            {mayUndo && (
              <Form method="post" action={paths.mergeUser(userId)}>
                <p>
                  {copy.until} <ShopMoment at={undoUntil} />.
                </p>
                <input type="hidden" name="merge" value={id} />
                <Button kind="secondary" name="intent" value="undo">
                  {copy.undoButton}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
