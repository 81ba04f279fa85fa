import { Form } from 'react-router'

import type { AttentionReason } from '#domain/after-sale.ts'
import { attentionReasons } from '#domain/after-sale.ts'
import { attentionSentence, deskOrderCopy as copy } from '#domain/copy/desk-orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

import styles from './orders.module.css'

const isKnown = (reason: string): reason is AttentionReason =>
  attentionReasons.includes(reason as AttentionReason)

/** Why somebody should look at this order, until somebody says they have. */
export function OrderAttention({ reason }: { reason: string }) {
  return (
    <Notice tone="bad">
      <div className={styles.attention}>
        <p>{isKnown(reason) ? attentionSentence[reason] : reason}</p>
        <Form method="post">
          <Button kind="secondary" name="intent" value="attend">
            {copy.attend}
          </Button>
        </Form>
      </div>
    </Notice>
  )
}
