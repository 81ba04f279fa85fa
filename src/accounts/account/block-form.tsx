import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import type { Checked } from '#platform/form/field-rules.rules.ts'
import { fieldValue } from '#platform/form/field-value.rules.ts'
import { RecordField } from '#platform/form/record-field.tsx'
import { RecordForm } from '#platform/form/record-form.tsx'
import { useRecordForm } from '#platform/form/use-record-form.ts'
import { addressReturn } from '#platform/http/address-return.ts'
import { Block } from '#platform/layout/block.tsx'
import { urlWith } from '#platform/layout/use-page-url.ts'
import { writtenDate } from '#platform/text/dates.rules.ts'
import { useToday } from '#platform/text/use-today.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { cluster, pairs, stack, whole } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'

import { ContactBoxes } from '../consent/contact-boxes.tsx'
import type { AddressWarnings } from '../users/address-warnings.rules.ts'
import { addressWarnings } from '../users/address-warnings.rules.ts'
import { fieldPropsOf } from './account-fields.ts'
import type { AccountBlock } from './account-form.rules.ts'
import { blockFields, checkBlock, readBlock } from './account-form.rules.ts'
import { accountCopy } from './account.copy.ts'
import type { AccountResult } from './shown-account.ts'
import type { OpenAccount } from './shown-account.ts'

import styles from './block-form.module.css'

type Props = { block: AccountBlock; account: OpenAccount; result: AccountResult | null }

/** The fields of one block by name. */
type BlockValues = Record<string, string | boolean>

/** A block of the account being edited. */
export function BlockForm({ block, account, result }: Props) {
  const { pathname, search } = useLocation()
  const isInitialPage = useRef(useNavigationType() === 'POP')
  const today = useToday()
  const now = result?.now ?? null
  const formResult = useMemo(
    () =>
      result && { values: result.values as BlockValues, errors: result.errors, now: result.now },
    [result],
  )
  const state = useRecordForm<BlockValues>({
    names: blockFields[block],
    read: (form) => readBlock(block, form) as BlockValues,
    check: (values) =>
      checkBlock(block, values, today, account.fields.email) as Checked<BlockValues>,
    record: account,
    result: formResult,
    intent: block,
  })
  const back = addressReturn({ pathname, search })
  const { values, formProps } = state
  const password = useRef<HTMLInputElement>(null)
  // The login email changes only after re-authentication.
  const isNewEmail =
    block === 'personal' && String(values['email']).trim().toLowerCase() !== account.fields.email
  const warnings: AddressWarnings =
    block === 'shipping' ? addressWarnings(values as AddressValues, today) : {}

  // The Edit link that was pressed is gone, so the focus moves into the form; not if the page has
  // been scrolled before hydration.
  useEffect(() => {
    const hasScrolled = isInitialPage.current && window.scrollY > 0
    if (document.activeElement === document.body && !hasScrolled) {
      const first = formProps.ref.current?.querySelector<HTMLElement>('input:not([type=hidden])')
      if (first) focusInView(first)
    }
  }, [formProps.ref])

  // Only the server can check the password.
  useEffect(() => {
    if (result?.passwordRefusal && password.current) focusInView(password.current)
  }, [result])

  return (
    <Block id={`block-${block}`} title={accountCopy.blocks[block]}>
      {now && <Notice tone="bad">{accountCopy.savedElsewhere}</Notice>}
      {result && !now && <Notice tone="bad">{result.emailRefusal ?? accountCopy.fixFirst}</Notice>}
      <RecordForm
        state={state}
        hidden={{ account: account.id, version: state.base.version }}
        cancelTo={back?.to ?? urlWith(pathname, search, { edit: null })}
        isCancelDocument={back?.isDocument}
        isInPage
        classNames={{ form: stack(2.5), actions: cluster([2, 3]) }}
      >
        <div className={pairs(2.5, 3)}>
          {fieldPropsOf(block).map((properties) => {
            const { name, wide } = properties
            const problem = warnings[name as keyof AddressWarnings]
            const hasConflict = now !== null && now.fields[name] !== values[name]
            return (
              <RecordField
                key={name}
                properties={
                  hasConflict
                    ? { ...properties, hint: accountCopy.savedNow(inWords(name, now.fields[name])) }
                    : properties
                }
                state={state}
                warning={
                  problem && !hasConflict && <WarningHint>{shipToSentence[problem]}</WarningHint>
                }
                className={wide ? whole : undefined}
              />
            )
          })}
        </div>
        {block === 'personal' && <ContactBoxes initial={state.initial} />}
        {isNewEmail && (
          <PasswordField
            label={accountCopy.newEmail.password}
            name="password"
            autoComplete="current-password"
            account={String(state.base.fields.email)}
            ref={password}
            error={result?.passwordRefusal ?? undefined}
          />
        )}
      </RecordForm>
    </Block>
  )
}

/** A saved value as its field shows it. */
const inWords = (name: string, value: string): string =>
  name === 'birthdate' ? writtenDate(value) : fieldValue(name, value)

type AddressValues = Parameters<typeof addressWarnings>[0]

const WarningHint = ({ children }: { children: string }) => (
  <span role="status" className={styles.warning}>
    {children}
  </span>
)
