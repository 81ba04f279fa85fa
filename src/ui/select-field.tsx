import type { ComponentProps } from 'react'
import { useId } from 'react'

import { classes } from './classes.ts'
import type { FieldProps } from './field.tsx'
import { Field, describedBy } from './field.tsx'

import styles from './field.module.css'

type Option = { value: string; label: string }
type Group = { label: string; options: readonly Option[] }

type Props = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps> & {
    /** Some may be in groups, each with its name. */
    options: readonly (Option | Group)[]
  }

export function SelectField(props: Props) {
  const { label, error, hint, touched, className, options, ...select } = props
  const made = useId()
  const id = select.id ?? made
  return (
    <Field {...{ id, label, error, hint, touched }} className={classes(styles.select, className)}>
      <select {...select} id={id} className={styles.control} {...describedBy(id, { error, hint })}>
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(option)
          ),
        )}
      </select>
    </Field>
  )
}

const optionOf = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)
