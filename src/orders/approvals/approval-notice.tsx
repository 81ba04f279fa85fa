import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { aside, cluster, letters, stack } from '#ui/layout.ts'

import { approvalCopy as copy } from './admin-approvals.copy.ts'
import type { ApprovalView } from './approvals.actions.server.ts'

type Props = {
  approval: ApprovalView | null
  /** What else happens on approval. */
  effects?: readonly string[]
}

/** The approval by a second person that this record waits for, or its result. */
export function ApprovalNotice({ approval, effects = [] }: Props) {
  if (!approval) return null
  const { state, isOwn } = approval
  const kind = approval.replaces === null ? approval.kind : 'replacement'
  const amount = approval.amountCents === null ? '' : formatAmount(approval.amountCents)
  const id = 'second-person'
  if (state !== 'open') {
    const what = copy.what[kind](amount)
    return (
      <Block id={id} title={copy.title}>
        <p>
          {copy.came[state](what, approval.decidedBy || copy.someone)},{' '}
          <ShopMoment at={approval.decidedAt ?? approval.lapsesAt} />.
        </p>
      </Block>
    )
  }
  const by = approval.askedBy || copy.someoneFirst
  return (
    <Block id={id} title={copy.title}>
      <div className={classes(stack(2, { width: 46, text: 'anywhere' }), aside)}>
        <p>{isOwn ? copy.own[kind](amount) : copy.waits[kind](amount, by)}</p>
        {approval.reason && <p>{copy.reason(approval.reason)}</p>}
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
        <p className={letters.quiet}>
          {copy.until} <ShopMoment at={approval.lapsesAt} />.
        </p>
        <Form method="post" preventScrollReset className={cluster([0, 2])}>
          <input type="hidden" name="approval" value={approval.id} />
          {isOwn ? (
            <Button kind="secondary" name="intent" value="approval-withdraw">
              {copy.withdraw}
            </Button>
          ) : (
            <>
              <Button name="intent" value="approval-approve">
                {copy.approve[kind](amount)}
              </Button>
              <Button kind="quiet" name="intent" value="approval-decline">
                {copy.decline}
              </Button>
            </>
          )}
        </Form>
      </div>
    </Block>
  )
}
