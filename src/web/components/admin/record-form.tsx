import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'

import { recordCopy as copy } from '#domain/copy/records.ts'
import { UnsavedChanges } from '#web/components/members/unsaved-changes.tsx'
import type { RecordAnswer } from '#web/routes/admin/record-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { useTypedBefore } from '#web/ui/use-typed-before.ts'

import styles from './record-form.module.css'
import { RecordNotice } from './record-notice.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { focusField } from './use-record-form.ts'

type Props<Fields extends Record<string, string | boolean>> = {
  state: RecordFormState<Fields>
  answer: RecordAnswer<Fields> | null
  /** The list, as it stood. */
  backTo: string
  children: ReactNode
}

/**
 * The form around a record's fields: it posts without script as well, and the server judges by the
 * same rules. It says which version it was filled from, and how that stood.
 */
export function RecordForm<Fields extends Record<string, string | boolean>>(props: Props<Fields>) {
  const { state, answer, backTo, children } = props
  const form = useRef<HTMLFormElement>(null)
  const { isScripted } = state
  const isGone = answer?.problem === 'gone'
  useTypedBefore(form, state.adopt)
  const { firstFault } = state
  const found = answer?.errors
  useEffect(() => {
    if (form.current && found && firstFault && found[firstFault]) {
      focusField(form.current, firstFault)
    }
  }, [found, firstFault])
  return (
    <>
      {answer && <RecordNotice answer={answer} state={state} />}
      <Form
        method="post"
        noValidate
        ref={form}
        className={styles.form}
        onSubmit={state.onSubmit}
        replace
      >
        <input type="hidden" name="version" value={state.base.version} />
        <input type="hidden" name="base" value={JSON.stringify(state.base.fields)} />
        {children}
        <div className={styles.ways}>
          {!isGone && (
            <Button
              name="intent"
              value="save"
              inactive={isScripted && (!state.isValid || state.isSaving)}
              aria-busy={state.isSaving || undefined}
            >
              {state.isSaving ? copy.saving : copy.save}
            </Button>
          )}
          <Link to={backTo}>{copy.cancel}</Link>
          {isScripted && state.isDirty && !isGone && (
            <span className={styles.unsaved}>{copy.unsaved}</span>
          )}
        </div>
      </Form>
      <UnsavedChanges isUnsaved={state.isDirty && !state.isSaving} />
    </>
  )
}
