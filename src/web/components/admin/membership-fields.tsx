import { fieldNames, userCopy as copy } from '#domain/copy/records.ts'
import { membershipLevels } from '#domain/membership.ts'
import type { StaffUserFields } from '#domain/staff-user.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'

import type { RecordFormState } from './use-record-form.ts'

const levels = Object.entries(membershipLevels).map(([level, name]) => ({
  value: level,
  label: `${level} (${name})`,
}))

/**
 * The membership and its level. Off takes the level and disables the choice; without a script the
 * choice stays open, and the server does the same.
 */
export function MembershipFields({ state }: { state: RecordFormState<StaffUserFields> }) {
  const { membership, membershipLevel } = state.values
  return (
    <div>
      <Checkbox
        name="membership"
        label={copy.isMember}
        checked={membership}
        onChange={({ target }) => {
          state.set('membership', target.checked)
          if (!target.checked) state.set('membershipLevel', '')
        }}
      />
      <RadioGroup
        legend={fieldNames.membershipLevel}
        name="membershipLevel"
        options={levels}
        value={membershipLevel}
        onChange={({ target }) => {
          state.set('membershipLevel', target.value)
          state.touch('membershipLevel')
        }}
        disabled={state.isScripted && !membership}
        error={state.errorOf('membershipLevel')}
        hint={copy.levelHint}
        row
      />
    </div>
  )
}
