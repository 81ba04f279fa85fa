import type { AccountBlock } from '#accounts/account/account-form.rules.ts'
import { blockFields } from '#accounts/account/account-form.rules.ts'
import {
  byContactBox,
  contactBoxNames,
  isContactBox,
} from '#accounts/consent/consent-kinds.rules.ts'
import type { StaffUser, StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { hasOwnBilling } from '#accounts/users/staff-user.rules.ts'
import { allocationYears, levelInWords, levels } from '#platform/club/club.rules.ts'
import { AdminRecordForm, RecordFields } from '#platform/form/admin-record-form.tsx'
import type { FieldProperties } from '#platform/form/field-properties.ts'
import { accountFieldNames, fieldNames as labels } from '#platform/form/fields.copy.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import type { RecordFormState } from '#platform/form/use-record-form.ts'
import { useRecordForm } from '#platform/form/use-record-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { useToday } from '#platform/text/use-today.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'

import { checkStaffUser, readStaffUser, staffUserFields } from './staff-user-form.rules.ts'
import { userCopy as copy } from './user.copy.ts'

import styles from '#platform/form/record-form.module.css'

type UserField = FieldProperties<keyof StaffUserFields>

/** How fields are shown that are more than a line of text with a label. */
const shown: Partial<Record<string, Partial<UserField>>> = {
  email: { type: 'email', wide: true },
  phone: { type: 'tel', inputMode: 'numeric' },
  birthdate: { type: 'date' },
  address: { wide: true },
  addressExtra: { wide: true },
  state: { kind: 'state' },
  zipCode: { inputMode: 'numeric' },
}

/** The fields of a block of the account. Those of billing have the labels of the shipping address. */
const fieldsOf = (block: AccountBlock): UserField[] =>
  blockFields[block]
    .filter((name) => !isContactBox(name) && name !== 'optionalText')
    .map((name) => {
      const label = (block === 'billing' ? name.slice(1) : name) as keyof typeof labels
      return { name, label: labels[label], ...shown[label] }
    })

/** How the text fields of each block are shown, in their order. */
const userFields = {
  personal: fieldsOf('personal'),
  notes: allocationYears.map((year): UserField => ({
    name: `membershipText${year}`,
    label: String(year),
    kind: 'area',
  })),
  texts: [
    { name: 'membershipTextA', label: labels.membershipTextA, kind: 'area' },
    { name: 'membershipTextB', label: labels.membershipTextB, kind: 'area' },
    {
      name: 'optionalText',
      label: labels.optionalText,
      hint: copy.optionalHint,
      kind: 'area',
      wide: true,
    },
  ],
  shipping: fieldsOf('shipping'),
  billing: fieldsOf('billing'),
} as const satisfies Record<string, readonly UserField[]>

const userBoxes = {
  ...byContactBox((name) => accountFieldNames[name]),
  billDifThanShip: labels.billDifThanShip,
} as const

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
          <div className={cluster([0, 4])}>{contactBoxNames.map(box)}</div>
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
        <div className={classes(stack(3), styles.billing)}>
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

const levelChoices = levels.map((level) => ({ value: level, label: levelInWords(level) }))

/**
 * The membership and its level. Turning it off clears the level and disables the choice; without
 * JavaScript the choice stays enabled, and the server clears it.
 */
function MembershipFields({ state }: { state: RecordFormState<StaffUserFields> }) {
  const { initial, values } = state
  return (
    <div>
      <Checkbox
        name="membership"
        label={copy.isMember}
        defaultChecked={initial.membership}
        onChange={({ target }) => {
          if (!target.checked) state.set('membershipLevel', '')
        }}
      />
      <RadioGroup
        legend={labels.membershipLevel}
        name="membershipLevel"
        options={levelChoices}
        defaultValue={initial.membershipLevel}
        disabled={state.isHydrated && !values.membership}
        error={state.errorOf('membershipLevel')}
        hint={copy.levelHint}
        row
      />
    </div>
  )
}
