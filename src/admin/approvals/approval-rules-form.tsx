import { Form } from 'react-router'

import type { ApprovalRules } from '#platform/approvals/approval.rules.ts'
import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'

const { rules: copy } = approvalCopy

/** From when on a second person is needed. */
export function ApprovalRulesForm({
  rules: { refundOverCents, endsRelease, version },
  className,
}: {
  rules: ApprovalRules
  className: string | undefined
}) {
  return (
    <Form key={version} method="post" preventScrollReset className={className}>
      <p>{copy.intro}</p>
      <input type="hidden" name="version" value={version} />
      <TextField
        name="over"
        label={copy.amount}
        hint={copy.amountHint}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={refundOverCents === null ? '' : decimalAmount(refundOverCents)}
      />
      <Checkbox
        name="endsRelease"
        label={copy.endsRelease}
        hint={copy.endsReleaseHint}
        defaultChecked={endsRelease}
      />
      <div>
        <Button kind="secondary" name="intent" value="set-approvals">
          {copy.save}
        </Button>
      </div>
    </Form>
  )
}
