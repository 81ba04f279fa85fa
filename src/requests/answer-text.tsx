import { useRef } from 'react'

import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

import { requestCopy } from './admin-requests.copy.ts'
import { maxAnswerText } from './request.rules.ts'

type Props = { saved: readonly { id: string; name: string; text: string }[]; sent: Sent | null }

/** The text of a declined request: chosen from the saved answers (with script), and edited. */
export function AnswerText({ saved, sent }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useHydrated()
  const choose = (id: string) => {
    const chosen = saved.find((answer) => answer.id === id)
    if (chosen && text.current) text.current.value = chosen.text
  }
  return (
    <>
      {isHydrated && saved.length > 0 && (
        <SelectField
          label="Start from"
          defaultValue=""
          onChange={(event) => choose(event.currentTarget.value)}
          options={[
            { value: '', label: 'Your own words' },
            ...saved.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <TextArea
        ref={text}
        label={requestCopy.read}
        hint="They receive this by email, after a greeting with their first name."
        rows={5}
        maxLength={maxAnswerText}
        required
        {...fieldsOf(sent)('text')}
      />
    </>
  )
}
