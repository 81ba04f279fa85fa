import { dutyWords } from '#platform/access/duties.copy.ts'
import { duties } from '#platform/access/duties.rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { grid, letters } from '#ui/layout.ts'

/** The duties of a person, to be chosen. */
export function DutyBoxes({ legend, chosen }: { legend: string; chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend className={letters.small}>{legend}</legend>
      <div className={grid(12, 1, 3)}>
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
