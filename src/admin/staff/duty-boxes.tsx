import { duties as allDuties } from '#platform/access/duties.rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { letters } from '#ui/layout.ts'

import { dutyName } from './duties.copy.ts'

import styles from './people.page.module.css'

const dutyHint = {
  owner: 'everything',
  releases: 'wines, stock and releases',
  shipping: 'shipments',
  support: 'orders, refunds, requests, customers and subscribers',
  compliance: 'no pages of its own yet',
  emails: 'campaigns, and emails that failed',
  accounting: 'reconciliation and months',
} as const satisfies Record<(typeof allDuties)[number], string>

/** The duties of a person, to be chosen. */
export function DutyBoxes({ legend, chosen }: { legend: string; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className={classes(letters.small, styles.legend)}>{legend}</legend>
      <div className={styles.duties}>
        {allDuties.map((duty) => (
          <Checkbox
            key={duty}
            name="duty"
            value={duty}
            label={dutyName[duty]}
            hint={dutyHint[duty]}
            defaultChecked={chosen.includes(duty)}
          />
        ))}
      </div>
    </fieldset>
  )
}
