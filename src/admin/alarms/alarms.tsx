import { Form } from 'react-router'

import { alarmPlace, alarmTitle, alarmTodo } from './alarms.copy.ts'
import { peopleCopy } from '../staff/admin-people.copy.ts'
import type { ViewedAlarms } from './watch-alarms.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'

import styles from './alarms.module.css'

const { alarms: copy } = peopleCopy

/** The alarms of this moment with what to do about each, and whether owners are told by email. */
export function Alarms({
  isTold,
  raised,
  className,
}: ViewedAlarms & { className: string | undefined }) {
  return (
    <>
      {raised.length > 0 && (
        <ul className={styles.alarms}>
          {raised.map(({ cause, since }) => (
            <li key={cause}>
              <p>
                <strong>{alarmTitle(cause)}.</strong> {copy.since} <ShopMoment at={since} />.
              </p>
              <p>
                {alarmTodo(cause)} {alarmPlace(cause)}.
              </p>
            </li>
          ))}
        </ul>
      )}
      <Form method="post" preventScrollReset className={className}>
        <p>
          {isTold ? copy.isOn : copy.isOff} {copy.hint}
        </p>
        <div>
          <Button kind="secondary" name="intent" value={isTold ? 'alarms-off' : 'alarms-on'}>
            {isTold ? copy.turnOff : copy.turnOn}
          </Button>
        </div>
      </Form>
    </>
  )
}
