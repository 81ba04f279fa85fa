import { Form } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { atMost, cluster, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'

type Props = {
  version: number
  /** A second person has to approve the end. */
  needsApproval: boolean
  sent: Sent | null
}

/** Ending a release that has been scheduled, for good. */
export function EndRelease({ version, needsApproval, sent }: Props) {
  return (
    <Block id="release-end" title={copy.end}>
      <Form method="post" className={stack(3, { text: 'sans' })}>
        <input type="hidden" name="version" value={version} />
        <p className={letters.quiet}>
          It closes for good, and the wine it reserved is free again. Type its name to confirm.
        </p>
        {needsApproval && <p>{approvalCopy.endHint}</p>}
        <TextField
          {...fieldsOf(sent)('name')}
          label="Name of the release"
          autoComplete="off"
          className={atMost(34)}
        />
        <div className={cluster(2, { text: 'tight' })}>
          <Button name="intent" value="end" kind="danger">
            {needsApproval ? approvalCopy.askEnd : copy.end}
          </Button>
        </div>
      </Form>
    </Block>
  )
}
