import { handoversCopy } from '#domain/copy/shipping.ts'
import type { RefusedRow } from '#domain/shipping/tracking-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './shipping.module.css'

const { tracking: copy } = handoversCopy

export type TrackingResult = { alert: string; refused: RefusedRow[] }

/** The fields of the shipper's file; it names each row that cannot be taken. */
export function TrackingFileForm({ result }: { result: TrackingResult | null }) {
  return (
    <div className={styles.form}>
      <p>{copy.text}</p>
      {result && <Notice tone="bad">{result.alert}</Notice>}
      {result && result.refused.length > 0 && (
        <DataTable label={result.alert}>
          <thead>
            <tr>
              <th data-numeric>{copy.line}</th>
              <th>{copy.field}</th>
              <th>{copy.value}</th>
              <th>{copy.why}</th>
            </tr>
          </thead>
          <tbody>
            {result.refused.slice(0, shown).map(({ line, field, value, why }) => (
              <tr key={line}>
                <td data-numeric>{line}</td>
                <td>{field}</td>
                <td>{value}</td>
                <td>{copy.whyNot[why]}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      <TextField type="file" name="file" accept=".csv,text/csv" label={copy.file} />
      <Checkbox name="good" value="yes" label={copy.good} />
      <Button kind="secondary" name="intent" value="tracking">
        {copy.button}
      </Button>
    </div>
  )
}

const shown = 200
