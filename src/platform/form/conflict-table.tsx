import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { cluster, letters } from '#ui/layout.ts'
import { useHydrated } from '#ui/use-hydrated.ts'

import type { FieldWords } from './field-value.rules.ts'
import { fieldValue } from './field-value.rules.ts'
import { fieldNames, recordCopy } from './fields.copy.ts'
import type { Conflict } from './three-way-merge.rules.ts'

import styles from './conflict-table.module.css'

const { conflict: copy } = recordCopy

type AnyFields = Record<string, string | boolean>

type Props<Fields extends AnyFields> = {
  conflicts: readonly Conflict<Fields>[]
  /** What stands in the form now. */
  values: Fields
  choose: (field: keyof Fields & string, value: Fields[keyof Fields]) => void
  /** Of fields, where they are not those of an account. */
  names?: Readonly<Record<keyof Fields & string, string>>
  words?: FieldWords | undefined
}

/** What was changed meanwhile, field by field: as it was, as it is saved, as it was typed here. */
export function ConflictTable<Fields extends AnyFields>(props: Props<Fields>) {
  const { conflicts, values, choose, words } = props
  const names: Readonly<Record<string, string>> = props.names ?? fieldNames
  const nameOf = (field: string) => names[field] ?? field
  return (
    <DataTable label={copy.title} stacked dense className={styles.table}>
      <thead>
        <tr>
          {[copy.field, copy.was, copy.theirs, copy.yours].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ field, was, theirs, yours, isContested }) => {
          const side = (value: typeof theirs, take: string) => (
            <Side
              text={fieldValue(field, value, words)}
              isChosen={values[field] === value}
              take={take}
              name={nameOf(field)}
              onTake={() => choose(field, value)}
            />
          )
          return (
            <tr key={field} data-contested={isContested || undefined}>
              <th scope="row" data-label={copy.field}>
                {nameOf(field)}
              </th>
              <td data-label={copy.was}>{fieldValue(field, was, words)}</td>
              <td data-label={copy.theirs}>{side(theirs, copy.takeTheirs)}</td>
              <td data-label={copy.yours}>{side(yours, copy.keepYours)}</td>
            </tr>
          )
        })}
      </tbody>
    </DataTable>
  )
}

type SideProps = {
  text: string
  /** The form has it so. */
  isChosen: boolean
  take: string
  name: string
  onTake: () => void
}

/**
 * One of the two values, whether the form has it, and how it gets there. The button stays when it
 * was pressed: it keeps the focus, and its pressed state is announced.
 */
function Side({ text, isChosen, take, name, onTake }: SideProps) {
  const isHydrated = useHydrated()
  return (
    <div>
      {text}
      <div className={cluster([0, 1.5])}>
        {isHydrated && (
          <Button
            type="button"
            kind="quiet"
            className={styles.take}
            aria-label={copy.ofField(take, name)}
            aria-pressed={isChosen}
            onClick={onTake}
          >
            {take}
          </Button>
        )}
        {isChosen && <span className={letters.small}>{copy.inForm}</span>}
      </div>
    </div>
  )
}
