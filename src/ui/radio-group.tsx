import type { ChangeEventHandler, ReactNode } from 'react'
import { useId } from 'react'

import { classes } from './classes.ts'
import { cluster, letters } from './layout.ts'

import styles from './field.module.css'

type RadioOption = {
  value: string
  label: ReactNode
  detail?: ReactNode
  disabled?: boolean
}

type Props = {
  legend: ReactNode
  name: string
  options: readonly RadioOption[]
  value?: string
  defaultValue?: string
  onChange?: ChangeEventHandler<HTMLInputElement>
  error?: ReactNode
  hint?: ReactNode
  disabled?: boolean
  /** Beside each other while there is room. */
  row?: boolean
  form?: string
  className?: string
}

/** One choice of a few, each with a line of detail if wanted. */
export function RadioGroup(props: Props) {
  const { legend, name, options, value, defaultValue, onChange, error, hint, row, form } = props
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      // Only a group of this role can be invalid.
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      className={classes(letters.tight, props.className)}
      disabled={props.disabled}
      aria-describedby={described || undefined}
    >
      <legend className={letters.small}>{legend}</legend>
      <div className={row ? cluster([0, 4]) : undefined}>
        {options.map((option) => (
          <div key={option.value} className={styles.choice}>
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={name}
              form={form}
              value={option.value}
              disabled={option.disabled}
              onChange={onChange}
              aria-describedby={option.detail ? `${id}-${option.value}-detail` : undefined}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value, readOnly: !onChange })}
            />
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            {option.detail && (
              <span
                id={`${id}-${option.value}-detail`}
                className={classes(letters.small, styles.detail)}
              >
                {option.detail}
              </span>
            )}
          </div>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={letters.small}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes(letters.small, letters.bad)}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
