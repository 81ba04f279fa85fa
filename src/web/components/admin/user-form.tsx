import type { StaffUser, StaffUserFields } from '#domain/staff-user.ts'
import { userCopy as copy } from '#domain/copy/records.ts'
import { checkStaffUser, staffUserFields } from '#domain/forms/staff-user.ts'
import { Block } from '#web/components/members/block.tsx'
import type { RecordAnswer } from '#web/routes/admin/record-answer.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'

import { MembershipFields } from './membership-fields.tsx'
import { RecordField } from './record-field.tsx'
import { RecordForm } from './record-form.tsx'
import styles from './record-form.module.css'
import { useRecordForm } from './use-record-form.ts'
import { useToday } from './use-today.ts'
import { userBoxes, userLooks } from './user-looks.ts'

type Props = {
  user: Pick<StaffUser, 'version' | 'fields'>
  answer: RecordAnswer<StaffUserFields> | null
  backTo: string
}

/** A registered user, to be edited: every block at once. */
export function UserForm({ user, answer, backTo }: Props) {
  const today = useToday()
  const state = useRecordForm({
    names: staffUserFields,
    check: (values: StaffUserFields) => checkStaffUser(values, today),
    record: user,
    answer,
  })
  const isNewEmail =
    state.isValid && state.values.email.trim().toLowerCase() !== state.base.fields.email
  const fields = (looks: (typeof userLooks)[keyof typeof userLooks]) =>
    looks.map((look) => (
      <RecordField
        key={look.name}
        look={look.name === 'email' && isNewEmail ? { ...look, hint: copy.newEmailHint } : look}
        state={state}
      />
    ))
  const box = (name: keyof typeof userBoxes) => (
    <Checkbox
      key={name}
      name={name}
      label={userBoxes[name]}
      checked={state.values[name]}
      onChange={({ target }) => state.set(name, target.checked)}
    />
  )
  return (
    <RecordForm {...{ state, answer, backTo }}>
      <Block id="user-personal" title={copy.personal}>
        <div className={styles.fields}>{fields(userLooks.personal)}</div>
        <fieldset>
          <legend className={styles.legend}>{copy.contactBy}</legend>
          <div className={styles.boxes}>
            {box('byEmail')}
            {box('byPhone')}
          </div>
        </fieldset>
      </Block>
      <Block id="user-membership" title={copy.membership}>
        <MembershipFields state={state} />
        <h3 className={styles.subtitle}>{copy.notes}</h3>
        <div className={styles.fields}>{fields(userLooks.notes)}</div>
        <h3 className={styles.subtitle}>{copy.texts}</h3>
        <div className={styles.fields}>{fields(userLooks.texts)}</div>
      </Block>
      <Block id="user-shipping" title={copy.shipping}>
        <div className={styles.fields}>{fields(userLooks.shipping)}</div>
      </Block>
      <Block id="user-billing" title={copy.billing}>
        {/* Told apart by the styles, so that nobody types where a late script takes the field away. */}
        <div className={styles.billing}>
          {box('billDifThanShip')}
          <div className={classes(styles.fields, styles.differs)}>{fields(userLooks.billing)}</div>
          <p className={styles.same}>{copy.billingSame}</p>
        </div>
      </Block>
    </RecordForm>
  )
}
