import { Form } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import { maxAnswerText } from '#domain/requests/request.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

/** A yes in words, to what a customer asked for in their own. */
export function AnswerForm({ refused }: { refused: Refused }) {
  return (
    <Block id="request-answer" title={copy.answer}>
      <Form method="post" className={styles.form}>
        <RefusedNotice refused={refused} />
        <TextArea
          name="text"
          label={copy.declineText}
          hint={copy.answerHint}
          rows={5}
          maxLength={maxAnswerText}
          defaultValue={refused?.text ?? ''}
          required
        />
        <Button name="intent" value="answer">
          {copy.answer}
        </Button>
      </Form>
    </Block>
  )
}
