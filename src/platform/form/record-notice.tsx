import { useEffect, useRef } from 'react'

import { classes } from '#ui/classes.ts'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { ConflictTable } from './conflict-table.tsx'
import type { FieldWords } from './field-value.rules.ts'
import { recordCopy } from './fields.copy.ts'
import type { RecordResult, RecordProblem } from './record-result.ts'
import type { RecordFormState } from './use-record-form.ts'

import styles from './record-form.module.css'

type Props<Fields extends Record<string, string | boolean>> = {
  result: RecordResult<Fields>
  state: RecordFormState<Fields>
  words?: FieldWords | undefined
}

const { conflict, fixFirst, goneMeanwhile } = recordCopy

/** Why a save was refused, with the merge conflicts if there are any. */
export function RecordNotice<Fields extends Record<string, string | boolean>>({
  result,
  state,
  words,
}: Props<Fields>) {
  const { problem, now } = result
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may be far below.
  useEffect(() => {
    if (problem === 'saved-elsewhere' || problem === 'gone') place.current?.focus()
  }, [problem])
  return (
    <div ref={place} tabIndex={-1} className={classes(stack(2), styles.notice)}>
      <Notice tone="bad">
        {now ? (
          <>
            <p>{now.by ? conflict.by(now.by) : conflict.byOther}</p>
            <p>{conflict.what}</p>
          </>
        ) : (
          sentenceOf(problem)
        )}
      </Notice>
      {now && (
        <ConflictTable
          conflicts={now.conflicts}
          values={state.values}
          choose={state.set}
          words={words}
        />
      )}
    </div>
  )
}

function sentenceOf(problem: RecordProblem): string {
  return problem === 'gone' ? goneMeanwhile : fixFirst
}
