import { fieldNames } from '#platform/form/fields.copy.ts'
import { userCopy as copy } from './user.copy.ts'
import { membershipLevels } from '#accounts/account/membership.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import type { RecordFormState } from '#platform/form/use-record-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'

const levels = Object.entries(membershipLevels).map(([level, name]) => ({
  value: level,
  label: `${level} (${name})`,
}))

/**
 * The membership and its level. Turning it off clears the level and disables the choice; without
 * JavaScript the choice stays enabled, and the server clears it.
 */
export function MembershipFields({ state }: { state: RecordFormState<StaffUserFields> }) {
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
        legend={fieldNames.membershipLevel}
        name="membershipLevel"
        options={levels}
        defaultValue={initial.membershipLevel}
        disabled={state.isHydrated && !values.membership}
        error={state.errorOf('membershipLevel')}
        hint={copy.levelHint}
        row
      />
    </div>
  )
}
