import { Form } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { approvalHours } from '#platform/approvals/approval.rules.ts'
import type { ApprovalRules } from '#platform/approvals/approval.rules.ts'
import { decimalAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

type Props = { rules: ApprovalRules; sent: Sent | null }

/** From when on a second person is needed. */
export function ApprovalRulesForm({ rules, sent }: Props) {
  const { refundOverCents, endsRelease, version } = rules
  const over = refundOverCents === null ? '' : decimalAmount(refundOverCents)
  return (
    <Form key={version} method="post" preventScrollReset className={stack(2)}>
      <p>
        What needs a second person, within {approvalHours} hours. Nobody approves what they asked
        for themselves.
      </p>
      <input type="hidden" name="version" value={version} />
      <TextField
        label="Refunds over (dollars)"
        hint="All refunds of one order count together. Leave empty if no refund needs approval."
        inputMode="decimal"
        autoComplete="off"
        {...fieldsOf(sent, { over })('over')}
      />
      <Checkbox
        label="Ending a release"
        hint="Before its closing time."
        {...boxesOf(sent, { endsRelease })('endsRelease')}
      />
      <div>
        <Button kind="secondary" name="intent" value="set-approvals">
          Save
        </Button>
      </div>
    </Form>
  )
}
