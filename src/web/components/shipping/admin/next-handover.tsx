import { Form } from 'react-router'

import { handoversCopy as copy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'
import type { PackedShipment } from '#domain/shipping/shipper-profile.ts'
import type { HandoverPreview } from '#use-cases/shipping/make-handover.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

import styles from './shipping.module.css'

type Props = { view: HandoverPreview; token: string; alert: string | null }

/** What goes today, with the first rows of its file, and the button that hands it over. */
export function NextHandover({ view, token, alert }: Props) {
  const { profile, profiles, today, later, sample, totals } = view
  const isEmpty = today.length === 0 && later.length === 0
  return (
    <div className={styles.begin}>
      {alert && <Notice tone="bad">{alert}</Notice>}
      {isEmpty ? (
        <p>{copy.nothingReady}</p>
      ) : (
        <>
          {profiles.length > 1 && (
            <Form method="get" action={paths.handovers()} className={styles.deed}>
              <SelectField
                name="profile"
                label={copy.profile}
                defaultValue={profile.id}
                options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <Button kind="secondary">{copy.change}</Button>
            </Form>
          )}
          <p>{copy.totals(totals.shipments, totals.cases, totals.bottles)}</p>
          {today.length > 0 && <Rows rows={sample} label={copy.sample} />}
          <Form method="post" key={token}>
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="profile" value={profile.id} />
            <fieldset className={styles.days}>
              <legend>{copy.chosen}</legend>
              <Chosen shipments={today} isChosen />
              {later.length > 0 && (
                <>
                  <p>{copy.later(later.length)}</p>
                  <Chosen shipments={later} />
                </>
              )}
            </fieldset>
            <Button name="intent" value="make">
              {copy.make}
            </Button>
          </Form>
        </>
      )}
    </div>
  )
}

const Chosen = ({
  shipments,
  isChosen = false,
}: {
  shipments: readonly PackedShipment[]
  isChosen?: boolean
}) => (
  <ul className={styles.chosen}>
    {shipments.map(({ number, name, state }) => (
      <li key={number}>
        <Checkbox
          name="s"
          value={number}
          defaultChecked={isChosen}
          label={`${shipmentNumber(number)} ${name}, ${state}`}
        />
      </li>
    ))}
  </ul>
)

/** The first rows of a file, its headings on top. */
export function Rows({ rows, label }: { rows: (string | number)[][]; label: string }) {
  const [headings = [], ...rest] = rows
  return (
    <DataTable label={label} className={styles.rows}>
      <caption>{label}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rest.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td key={headings[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
