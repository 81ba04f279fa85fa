import { useEffect, useRef } from 'react'
import { Form, Link, useLocation, useNavigationType } from 'react-router'

import type { AccountBlock } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import type { AccountAnswer } from '#web/routes/members/account-action.ts'
import type { OpenAccount } from '#web/routes/members/account-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'
import { useTypedBefore } from '#web/ui/use-typed-before.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

import styles from './account-details.module.css'
import { Block } from './block.tsx'
import { blockLooks } from './account-fields.ts'
import { BlockField } from './block-field.tsx'
import { ContactBoxes } from './contact-boxes.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { useBlockForm } from './use-block-form.ts'

type Props = { block: AccountBlock; account: OpenAccount; answer: AccountAnswer | null }

/** A block being edited. The same form posts without script, and the server judges by the same rules. */
export function BlockForm({ block, account, answer }: Props) {
  const { pathname, search } = useLocation()
  const isLoadedWithIt = useRef(useNavigationType() === 'POP')
  const state = useBlockForm(block, account, answer)
  const isScripted = useScripted()
  const form = useRef<HTMLFormElement>(null)
  const closed = addressWith(pathname, search, { edit: null, notice: null })
  const now = answer?.now ?? null
  const password = useRef<HTMLInputElement>(null)
  const passwordRefusal = answer?.passwordRefusal ?? undefined

  useTypedBefore(form, state.adopt)

  // The Edit link that was pressed is gone: the keyboard goes on in the form. Who has begun to read
  // on a slow line, before this script was there, is not taken back.
  useEffect(() => {
    const isReading = isLoadedWithIt.current && window.scrollY > 0
    if (document.activeElement === document.body && !isReading) {
      form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    }
  }, [])

  // The shop alone knows whether the password is right: its answer is shown as a field's own fault is.
  useEffect(() => {
    if (answer?.passwordRefusal) password.current?.focus()
  }, [answer])

  return (
    <Block id={`block-${block}`} title={accountCopy.blocks[block]}>
      {now && <Notice tone="bad">{accountCopy.savedElsewhere}</Notice>}
      {answer && !now && <Notice tone="bad">{answer.emailRefusal ?? accountCopy.fixFirst}</Notice>}
      <Form
        method="post"
        noValidate
        ref={form}
        className={styles.form}
        onSubmit={state.onSubmit}
        preventScrollReset
        replace
      >
        <input type="hidden" name="account" value={account.id} />
        <input type="hidden" name="version" value={now?.version ?? account.version} />
        <div className={styles.fields}>
          {blockLooks[block].map((look) => (
            <BlockField key={look.name} look={look} state={state} now={now} />
          ))}
        </div>
        {block === 'personal' && <ContactBoxes state={state} />}
        {state.isNewEmail && (
          <PasswordField
            label={accountCopy.newEmail.password}
            name="password"
            autoComplete="current-password"
            ref={password}
            error={passwordRefusal}
          />
        )}
        <div className={styles.ways}>
          <Button
            name="intent"
            value={block}
            inactive={isScripted && (!state.isValid || state.isSaving)}
            aria-busy={state.isSaving || undefined}
          >
            {state.isSaving ? accountCopy.saving : accountCopy.save}
          </Button>
          <Link to={closed} preventScrollReset>
            {accountCopy.cancel}
          </Link>
        </div>
      </Form>
      <UnsavedChanges isUnsaved={state.isDirty && !state.isSaving} />
    </Block>
  )
}
