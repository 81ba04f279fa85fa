import { Form, Link } from 'react-router'

import { mergeCopy as copy } from './merges.copy.ts'
import { recordCopy } from '#platform/form/fields.copy.ts'
import { levelName } from '#accounts/account/membership.rules.ts'
import type { MergePart } from './merge.rules.ts'
import { isPartSame, mergePartNames, fieldsOfPart, proposedChoice } from './merge.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { MergeSide } from './view-merge.actions.server.ts'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, stack } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'

import styles from './merge-form.module.css'

type Props = { into: MergeSide; from: MergeSide; formKey: string }

/** Which of two accounts stays, what stays of each, and what moves. */
export function MergeForm({ into, from, formKey }: Props) {
  const [stays, goes] = [into.user, from.user]
  const parts = mergePartNames.filter((part) => !isPartSame(part, stays.fields, goes.fields))
  return (
    <Form method="post" replace className={stack(4, { width: 46, text: 'sans' })}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="from" value={goes.id} />
      <input type="hidden" name="intoVersion" value={stays.version} />
      <input type="hidden" name="fromVersion" value={goes.version} />
      <div className={styles.sides}>
        <Side title={copy.stays} side={into} />
        <Side title={copy.goes} side={from} />
      </div>
      <p>
        <Link to={paths.mergeUser(goes.id, stays.id)}>{copy.swap}</Link>
      </p>
      {parts.map((part) => (
        <RadioGroup
          key={part}
          legend={copy.parts[part]}
          name={part}
          defaultValue={proposedChoice(part, stays.fields, goes.fields)}
          options={[
            { value: 'into', label: textOfPart(part, stays.fields), detail: stays.fields.email },
            { value: 'from', label: textOfPart(part, goes.fields), detail: goes.fields.email },
          ]}
        />
      ))}
      {into.has.allocations > 0 && from.has.allocations > 0 && (
        <Checkbox name="sum" label={copy.sum} />
      )}
      <div className={stack(2)}>
        <p>{copy.moves(goes.fields.email, stays.fields.email)}</p>
        <p>{copy.sure}</p>
        <p>{copy.undo}</p>
      </div>
      <div className={cluster(2)}>
        <Button name="intent" value="merge">
          {copy.merge}
        </Button>
        <Button kind="secondary" name="intent" value="distinct">
          {copy.distinct}
        </Button>
      </div>
    </Form>
  )
}

function Side({ title, side: { user, has } }: { title: string; side: MergeSide }) {
  const { firstname, lastname, email } = user.fields
  return (
    <section className={styles.side}>
      <h2>{title}</h2>
      <p>
        <Link to={paths.person(user.id)}>{`${firstname} ${lastname}`.trim() || email}</Link>
      </p>
      <p>{email}</p>
      <RecordFacts
        facts={[
          [copy.confirmed, user.facts.emailVerified ? recordCopy.yes : recordCopy.no],
          [copy.orders, String(has.orders)],
          [copy.requests, String(has.requests)],
          [copy.allocations, String(has.allocations)],
        ]}
      />
    </section>
  )
}

/** A part of a profile on one line. */
function textOfPart(part: MergePart, fields: StaffUserFields): string {
  if (part === 'club') {
    const level = fields.membershipLevel ? levelName(Number(fields.membershipLevel)) : ''
    return [fields.membership ? copy.member : copy.noMember, level].filter(Boolean).join(', ')
  }
  const texts = fieldsOfPart(part).map((field) => fields[field])
  const written = texts.filter((value) => typeof value === 'string' && value !== '')
  const text = written.join(part === 'name' ? ' ' : ', ')
  return text || copy.nothing
}
