import { Form } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { useDates } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, fields, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { waitForStaff } from './line.rules.ts'
import type { ViewedLine } from './steer-line.actions.server.ts'

const whys = {
  shoppers: 'more shoppers at once than the shop serves well',
  load: 'the shop was slow',
  staff: 'staff opened it',
} as const satisfies Record<ViewedLine['why'], string>

/** The line in few sentences, to be read by staff on a release day. */
export function LineFigures({ line }: { line: ViewedLine }) {
  const { moment } = useDates()
  const { waiting, inside, reserved, capacity, fixedCapacity, pace, why, opensAt } = line
  return (
    <>
      <p role="status">
        <strong>{`${count(waiting)} in line`}</strong>
        {`, ${count(inside + reserved)} of ${count(capacity)} shoppers in`}
        {fixedCapacity === null ? ' (measured)' : ' (fixed)'}
        {`. Let in per minute: ${count(Math.round(pace))}. Open because ${whys[why]}.`}
        {line.isPaused && ' Paused.'}
        {line.isHeld &&
          ` Its release is paused, so nobody is let in until that goes on${opensAt ? `, nor before ${moment(opensAt)}` : ''}.`}
        {!line.isHeld && opensAt && ` Nobody is let in before ${moment(opensAt)}.`}
      </p>
      <p className={letters.quiet}>
        {`To wait: the first ${waitForStaff(1, pace)}, the last ${waitForStaff(waiting, pace)}. Turns lost: ${count(line.turnsLost)}.`}
      </p>
    </>
  )
}

type Props = { line: ViewedLine | null; releaseId: string; sent: Sent | undefined }

/** Opens the waiting line, and steers the open one; each asks first. */
export function WaitingLine({ line, releaseId, sent }: Props) {
  if (!line) {
    return (
      <details className={stack(2, { text: 'sans' })}>
        <summary>Waiting line: closed</summary>
        <p className={letters.quiet}>
          It opens on its own when more people come than the shop can serve well. Opened before the
          release, it lets nobody in until the release opens, then draws places at random.
        </p>
        <Form method="post">
          <input type="hidden" name="id" value={releaseId} />
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="open-line" kind="secondary">
              Open the waiting line
            </Button>
          </div>
        </Form>
      </details>
    )
  }
  const pace = sentBy(sent, { change: 'pace' })
  const field = fieldsOf(pace, {
    capacity: String(line.fixedCapacity ?? ''),
    perMinute: String(line.mostPerMinute ?? ''),
  })
  const hidden = (change: string) => (
    <>
      <input type="hidden" name="version" value={line.version} />
      <input type="hidden" name="change" value={change} />
    </>
  )
  return (
    <section className={stack(2, { text: 'sans' })} aria-label="Waiting line">
      <LineFigures line={line} />
      <details>
        <summary>{line.isPaused ? 'Resume the line' : 'Pause the line'}</summary>
        <Form method="post" className={stack(2)}>
          {hidden(line.isPaused ? 'go-on' : 'pause')}
          <p className={letters.quiet}>
            {line.isPaused
              ? 'People are let in again, in order.'
              : 'Nobody new is let in. Everyone in the shop stays, and everyone in line keeps their place.'}
          </p>
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="change-line" kind="secondary">
              {line.isPaused ? 'Resume it' : 'Pause it'}
            </Button>
          </div>
        </Form>
      </details>
      <details open={pace !== null}>
        <summary>Change the pace</summary>
        <Form
          method="post"
          className={fields(30)}
          key={`${line.fixedCapacity} ${line.mostPerMinute}`}
        >
          {hidden('pace')}
          <TextField
            label="Shoppers at once"
            hint="Leave empty to use the measured number."
            inputMode="numeric"
            {...field('capacity')}
          />
          <TextField
            label="Let in per minute at most"
            hint="Leave empty for no limit."
            inputMode="numeric"
            {...field('perMinute')}
          />
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="change-line" kind="secondary">
              Change it
            </Button>
          </div>
        </Form>
      </details>
      <details>
        <summary>Close the line</summary>
        <Form method="post" className={stack(2)}>
          <input type="hidden" name="version" value={line.version} />
          <p className={letters.quiet}>
            {`Everyone in line (${count(line.waiting)}) is let in at once. If that is too many, the line opens again.`}
          </p>
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="close-line" kind="secondary">
              Close it
            </Button>
          </div>
        </Form>
      </details>
    </section>
  )
}
