import type { StaffUser, StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { hasOwnBilling } from '#accounts/users/staff-user.rules.ts'
import { userCopy as copy } from './user.copy.ts'
import { checkStaffUser, readStaffUser, staffUserFields } from './staff-user-form.rules.ts'
import { AdminRecordForm, RecordFields } from '#platform/form/admin-record-form.tsx'
import { levelInWords } from '#accounts/account/membership.rules.ts'
import { useToday } from '#platform/text/use-today.ts'
import { Block } from '#platform/layout/block.tsx'
import styles from '#platform/form/record-form.module.css'
import { useRecordForm } from '#platform/form/use-record-form.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import { Notice } from '#ui/notice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, letters } from '#ui/layout.ts'

import { MembershipFields } from './membership-fields.tsx'
import { userBoxes, userFields } from './user-fields.ts'

const fieldWords = { membershipLevel: levelInWords }

type Props = {
  user: Pick<StaffUser, 'version' | 'fields'>
  result: RecordResult<StaffUserFields> | null
  backTo: string
}

/** The admin's form for a registered user: every block at once. */
export function UserForm({ user, result, backTo }: Props) {
  const today = useToday()
  const state = useRecordForm({
    names: staffUserFields,
    read: readStaffUser,
    check: (values: StaffUserFields, saved) => checkStaffUser(values, today, saved),
    record: user,
    result,
    intent: 'save',
  })
  const isNewEmail =
    state.isValid && state.values.email.trim().toLowerCase() !== state.base.fields.email
  const personal = userFields.personal.map((field) =>
    field.name === 'email' && isNewEmail ? { ...field, hint: copy.newEmailHint } : field,
  )
  const box = (name: keyof typeof userBoxes) => (
    <Checkbox key={name} name={name} label={userBoxes[name]} defaultChecked={state.initial[name]} />
  )
  return (
    <AdminRecordForm {...{ state, result, backTo }} words={fieldWords}>
      <Block id="user-personal" title={copy.personal}>
        <RecordFields fields={personal} state={state} />
        <fieldset>
          <legend className={letters.small}>{copy.contactBy}</legend>
          <div className={cluster([0, 4])}>
            {box('byEmail')}
            {box('byPhone')}
          </div>
        </fieldset>
      </Block>
      <Block id="user-membership" title={copy.membership}>
        <MembershipFields state={state} />
        <h3 className={styles.subtitle}>{copy.notes}</h3>
        <RecordFields fields={userFields.notes} state={state} />
        <h3 className={styles.subtitle}>{copy.texts}</h3>
        <RecordFields fields={userFields.texts} state={state} />
      </Block>
      <Block id="user-shipping" title={copy.shipping}>
        <RecordFields fields={userFields.shipping} state={state} />
      </Block>
      <Block id="user-billing" title={copy.billing}>
        {/* Hidden by CSS, so that hydration never removes a field that is being typed in. */}
        <div className={styles.billing}>
          {box('billDifThanShip')}
          <div className={styles.differs}>
            <RecordFields fields={userFields.billing} state={state} />
          </div>
          <div className={styles.same}>
            {hasOwnBilling(state.base.fields) ? (
              <Notice>{copy.billingOverwritten}</Notice>
            ) : (
              <p>{copy.billingSame}</p>
            )}
          </div>
        </div>
      </Block>
    </AdminRecordForm>
  )
}
