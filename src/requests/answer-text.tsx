import { useRef } from 'react'

import { adminRequestCopy as copy } from './admin-requests.copy.ts'
import { maxAnswerText } from './request.rules.ts'
import type { RequestForStaff } from './view-request.actions.server.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'

type Props = Pick<RequestForStaff, 'saved'> & { typed: string }

/** The text of a declined request: chosen from the saved answers (with script), and edited. */
export function AnswerText({ saved, typed }: Props) {
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
        defaultValue={typed}
        required
      />
    </>
  )
}
