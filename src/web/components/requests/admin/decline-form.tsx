import { useRef } from 'react'
import { Form } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import { maxAnswerText } from '#domain/requests/request.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

type Props = Pick<RequestForStaff, 'request' | 'saved'> & { refused: Refused }

/** A no in friendly words: chosen from the saved ones, and edited. */
export function DeclineForm({ request, saved, refused }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  const choose = (id: string) => {
    const chosen = saved.find((answer) => answer.id === id)
    if (chosen && text.current) text.current.value = chosen.text
  }
  return (
    <Block id="request-decline" title={copy.decline}>
      <Form method="post" className={styles.form}>
        <RefusedNotice refused={refused} />
        {saved.length > 0 && (
          <SelectField
            label={copy.chosen}
            defaultValue=""
            onChange={(event) => choose(event.currentTarget.value)}
            options={[
              { value: '', label: copy.ownText },
              ...saved.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <TextArea
          ref={text}
          name="text"
          label={copy.declineText}
          hint={copy.declineHint}
          rows={5}
          maxLength={maxAnswerText}
          defaultValue={refused?.text ?? ''}
          required
        />
        {request.kind !== 'other' && (
          <Checkbox
            name="keepsPlace"
            label={request.kind === 'club' ? copy.keepsClubPlace : copy.keepsPlace}
          />
        )}
        <Button kind="secondary" name="intent" value="decline">
          {copy.decline}
        </Button>
      </Form>
    </Block>
  )
}
