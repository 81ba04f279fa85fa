import { dutyWords } from '#platform/access/duties.copy.ts'
import { duties } from '#platform/access/duties.rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'

import styles from './people.page.module.css'

/** The duties of a person, to be chosen. */
export function DutyBoxes({ legend, chosen }: { legend: string; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className={classes(letters.small, styles.legend)}>{legend}</legend>
      <div className={styles.duties}>
        {duties.map((duty) => {
          const [label, hint] = dutyWords[duty]
          return (
            <Checkbox
              key={duty}
              name="duty"
              value={duty}
              defaultChecked={chosen.includes(duty)}
              {...{ label, hint }}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
