import { fieldName, recordCopy } from '#domain/copy/records.ts'
import { fieldValue } from '#domain/field-value.ts'
import type { Clash } from '#domain/three-way.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useScripted } from '#web/ui/use-scripted.ts'

import styles from './clash-table.module.css'

const { clash: copy } = recordCopy

type Props<Fields> = {
  clashes: readonly Clash<Fields>[]
  values: Fields
  choose: (field: keyof Fields & string, value: Fields[keyof Fields]) => void
}

/** What was changed meanwhile, field by field: as it was, as it is saved, as it is typed here. */
export function ClashTable<Fields extends Record<string, string | boolean>>(props: Props<Fields>) {
  const { clashes, values, choose } = props
  const isScripted = useScripted()
  return (
    <DataTable label={copy.title} stacked className={styles.table}>
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
        {clashes.map(({ field, was, theirs, yours, isContested }) => (
          <tr key={field} data-contested={isContested || undefined}>
            <th scope="row" data-label={copy.field}>
              {fieldName(field)}
            </th>
            <td data-label={copy.was}>{fieldValue(field, was)}</td>
            <td data-label={copy.theirs}>{fieldValue(field, theirs)}</td>
            <td data-label={copy.yours}>
              <span>{fieldValue(field, values[field])}</span>
              {isScripted && theirs !== yours && (
                <Choice
                  isTheirs={values[field] === theirs}
                  name={fieldName(field)}
                  onChoose={(wantsTheirs) => choose(field, wantsTheirs ? theirs : yours)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

type ChoiceProps = { isTheirs: boolean; name: string; onChoose: (wantsTheirs: boolean) => void }

/** From the one to the other and back. */
function Choice({ isTheirs, name, onChoose }: ChoiceProps) {
  const label = isTheirs ? copy.keepYours : copy.takeTheirs
  return (
    <Button
      type="button"
      kind="quiet"
      className={styles.choice}
      aria-label={copy.ofField(label, name)}
      onClick={() => onChoose(!isTheirs)}
    >
      {label}
    </Button>
  )
}
