import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { Button } from '#ui/button.tsx'

import { recordCopy as copy } from './fields.copy.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'
import type { RecordFormState } from './use-record-form.ts'

type Props<Fields extends Record<string, string | boolean>> = {
  state: RecordFormState<Fields>
  /** Sent along, such as the version that the form was filled from. */
  hidden: Readonly<Record<string, string | number>>
  /** Where Cancel leads. */
  cancelTo: string
  /** Cancel loads a document. */
  isCancelDocument?: boolean | undefined
  /** Cancel and Save stay on this page. */
  isInPage?: boolean
  /** The record is deleted: there is nothing to save. */
  isGone?: boolean
  classNames: Readonly<{ form?: string | undefined; actions?: string | undefined }>
  /** Beside the buttons. */
  note?: ReactNode
  children: ReactNode
}

/**
 * The form around a record's fields, of the account and of the admin. It posts without JavaScript
 * as well, and the server validates by the same schema.
 */
export function RecordForm<Fields extends Record<string, string | boolean>>(props: Props<Fields>) {
  const { state, hidden, cancelTo, isInPage = false, isGone = false, classNames } = props
  const { isHydrated, isSaving } = state
  return (
    <>
      <Form
        method="post"
        noValidate
        className={classNames.form}
        preventScrollReset={isInPage}
        replace
        {...state.formProps}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {props.children}
        <div className={classNames.actions}>
          {!isGone && (
            <Button
              name="intent"
              value={state.intent}
              inactive={isHydrated && (!state.isValid || isSaving)}
              aria-busy={isSaving || undefined}
            >
              {isSaving ? copy.saving : copy.save}
            </Button>
          )}
          <Link to={cancelTo} preventScrollReset={isInPage} reloadDocument={props.isCancelDocument}>
            {copy.cancel}
          </Link>
          {props.note}
        </div>
      </Form>
      <UnsavedChanges isUnsaved={state.isDirty && !isSaving} isOwnSubmit={state.isOwnSubmit} />
    </>
  )
}
