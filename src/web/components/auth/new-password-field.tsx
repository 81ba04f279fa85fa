import type { ComponentProps } from 'react'
import { useEffect, useRef, useState } from 'react'

import { authCopy, policyLines, strengthWords } from '#domain/copy/identity.ts'
import type { PasswordPolicy } from '#domain/password-policy.ts'
import { passwordStrength } from '#domain/password-policy.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

import styles from './new-password-field.module.css'

type Props = Omit<Partial<ComponentProps<typeof PasswordField>>, 'ref'> & {
  policy: PasswordPolicy
  /** The answer after which what was typed is forgotten. */
  forgetAfter?: unknown
}

const steps = ['too-short', 'weak', 'fair', 'strong'] as const

/** A password to be chosen: says the rules, and how hard it is to guess while it is typed. */
export function NewPasswordField({ policy, forgetAfter, ...field }: Props) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!forgetAfter || !input.current) return
    input.current.value = ''
    setText('')
  }, [forgetAfter])
  const strength = passwordStrength(text, policy.minLength)
  return (
    <div>
      <PasswordField
        label={authCopy.password}
        name="password"
        autoComplete="new-password"
        hint={`${policyLines(policy).join(', ')}. A long sentence of your own is best.`}
        {...field}
        ref={input}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p className={styles.strength} data-strength={text ? strength : undefined} role="status">
        {text && (
          <>
            <meter
              className={styles.meter}
              min={0}
              max={3}
              value={steps.indexOf(strength)}
              aria-hidden="true"
            />
            {strengthWords[strength]}
          </>
        )}
      </p>
    </div>
  )
}
