import { useEffect, useRef } from 'react'
import { Form, Link, useLocation } from 'react-router'

import type { Account, AccountBlock } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { addressWith } from '#web/components/cart/page-address.ts'
import type { AccountAnswer } from '#web/routes/members/account-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'

import styles from './account-details.module.css'
import { blockLooks } from './account-fields.ts'
import { BlockField } from './block-field.tsx'
import { ContactBoxes } from './contact-boxes.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { useBlockForm } from './use-block-form.ts'

type Props = { block: AccountBlock; account: Account; answer: AccountAnswer | null }

/** A block being edited. The same form posts without script, and the server judges by the same rules. */
export function BlockForm({ block, account, answer }: Props) {
  const { pathname, search } = useLocation()
  const state = useBlockForm(block, account, answer)
  const isScripted = useScripted()
  const form = useRef<HTMLFormElement>(null)
  const title = accountCopy.blocks[block]
  const id = `block-${block}`
  const closed = addressWith(pathname, search, { edit: null, notice: null })
  const now = answer?.now ?? null

  // The Edit link that was pressed is gone: the keyboard goes on in the form.
  useEffect(() => {
    if (document.activeElement === document.body) {
      form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
    }
  }, [])

  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
      </div>
      {now && <Notice tone="bad">{accountCopy.savedElsewhere}</Notice>}
      {answer && !now && <Notice tone="bad">{accountCopy.fixFirst}</Notice>}
      <Form
        method="post"
        noValidate
        ref={form}
        className={styles.block}
        onSubmit={state.onSubmit}
        preventScrollReset
        replace
      >
        <input type="hidden" name="version" value={now?.version ?? account.version} />
        <div className={styles.fields}>
          {blockLooks[block].map((look) => (
            <BlockField key={look.name} look={look} state={state} now={now} />
          ))}
        </div>
        {block === 'personal' && <ContactBoxes state={state} />}
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
      <UnsavedChanges isDirty={state.isDirty} isSent={state.isSent} />
    </section>
  )
}
