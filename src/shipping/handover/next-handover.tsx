import { Fragment, useRef } from 'react'
import { Form } from 'react-router'

import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { counted } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { SelectAll, selectedBar, useSelectedRows } from '#platform/list/selected-rows.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { DataTable } from '#ui/data-table.tsx'
import { cluster, fields, letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'

import { bottlesOf, boxCount } from '../profiles/shipper-profile.rules.ts'
import { shipmentNumber } from '../shipments/shipment.rules.ts'
import { selectedCount } from '../shipments/shipping.copy.ts'
import type { Changed, HandoverPreview } from './handovers.actions.server.ts'
import type { PackedRow } from './packed-shipments.store.server.ts'

import styles from '../shipments/shipping.module.css'

type Props = {
  view: HandoverPreview
  formKey: string
  /** Numbers of the shipments that are selected at first. */
  selected: readonly number[]
  /** Those for which the form was just refused. */
  changed: readonly Changed[]
}

/** What goes today, with the first rows of its file, and the button that hands it over. */
export function NextHandover({ view, formKey, selected, changed }: Props) {
  const { profile, profiles, today, later, notReady, unprintable, sample } = view
  const form = useRef<HTMLFormElement>(null)
  const rows = useSelectedRows(form, 's')
  const gone = new Set(changed.map(({ number }) => number))
  const stays = ({ number }: PackedRow) => !gone.has(number)
  const [due, others] = [today.filter(stays), later.filter(stays)]
  const all = [...due, ...others]
  const phoneless = all.filter(({ phone }) => phone === '')
  const numbers = new Set(rows.values?.map(Number) ?? selected)
  const going = all.filter(({ number }) => numbers.has(number))
  return (
    <div className={fields(undefined, 3)}>
      {notReady.length > 0 && (
        <Notice>No longer ready, so left out: {notReady.map(shipmentNumber).join(', ')}.</Notice>
      )}
      {phoneless.length > 0 && (
        <Notice>No phone number, which carriers ask for: {namesOf(phoneless)}.</Notice>
      )}
      {unprintable.length > 0 && (
        <Notice>
          Packing slips can’t show some letters, so please write them by hand:{' '}
          {unprintable
            .map(
              ({ number, letters: lacking }) => `${shipmentNumber(number)} (${lacking.join(' ')})`,
            )
            .join(', ')}
          .
        </Notice>
      )}
      {all.length + changed.length === 0 ? (
        <p>Nothing is ready for today.</p>
      ) : (
        <>
          {profiles.length > 1 && <ChooseFormat {...{ profile, profiles, today, going }} />}
          <Form method="post" key={formKey} ref={form} className={fields(undefined, 3)}>
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="profile" value={profile.id} />
            <fieldset className={stack(1)}>
              <legend>Shipments in it</legend>
              <div className={selectedBar} data-print="no">
                <SelectAll rows={rows} label="Select all" />
                {rows.values && (
                  <p role="status">{selectedCount(rows.values.length, rows.total)}</p>
                )}
              </div>
              <ChangedMeanwhile changed={changed} />
              <Choices shipments={due} selected={selected} />
              {others.length > 0 && (
                <>
                  <p>
                    {others.length === 1
                      ? '1 more is ready and leaves on another day by the settings. Check it if it should go today anyway.'
                      : `${others.length} more are ready and leave on another day by the settings. Check those that should go today anyway.`}
                  </p>
                  <Choices shipments={others} selected={selected} />
                </>
              )}
            </fieldset>
            <p>{totalsOf(going)}</p>
            <Button name="intent" value="make">
              {changed.length > 0 && going.length > 0
                ? `Hand over the other ${going.length === 1 ? 'one' : going.length}`
                : 'Hand over and make the file'}
            </Button>
          </Form>
          {sample.length > 1 && (
            <details>
              <summary>The first rows of the file</summary>
              <Rows rows={sample} label="The first rows of the file" />
            </details>
          )}
        </>
      )}
    </div>
  )
}

/** Shipments that an address names at most: it is a header of the request, which the server limits to 16 KB. */
const mostInAddress = 600

/** Shows the file for what is selected in another format. Of an address without a number it is all of today's. */
function ChooseFormat({
  profile,
  profiles,
  today,
  going,
}: Pick<HandoverPreview, 'profile' | 'profiles' | 'today'> & { going: readonly PackedRow[] }) {
  const isToday =
    going.length === today.length && new Set([...going, ...today]).size === today.length
  const named = isToday ? [] : going
  if (named.length > mostInAddress) {
    return (
      <p>
        To see the file in another format, select at most {mostInAddress} shipments, or exactly
        those that leave today.
      </p>
    )
  }
  return (
    <Form
      method="get"
      action={paths.handovers()}
      className={classes(cluster(2, { align: 'end' }), styles.action)}
    >
      <SelectField
        name="profile"
        label="File format"
        defaultValue={profile.id}
        options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {named.map(({ number }) => (
        <input key={number} type="hidden" name="s" value={number} />
      ))}
      <Button kind="secondary">Show in this format</Button>
    </Form>
  )
}

const namesOf = (shipments: readonly PackedRow[]): string =>
  shipments.map(({ number, name }) => `${shipmentNumber(number)} ${name}`).join(', ')

const totalsOf = (shipments: readonly PackedRow[]): string =>
  [
    counted(shipments.length, 'shipment', 'shipments'),
    counted(sumOf(shipments, boxCount), 'box', 'boxes'),
    counted(sumOf(shipments, bottlesOf), 'bottle', 'bottles'),
  ].join(', ')

const sumOf = (shipments: readonly PackedRow[], count: typeof boxCount): number =>
  shipments.reduce((sum, { wines }) => sum + count(wines), 0)

/** Off: each has to be looked at by itself. */
const ChangedMeanwhile = ({ changed }: { changed: readonly Changed[] }) =>
  changed.length > 0 && (
    <ul className={styles.chosen} aria-label="Changed in the meantime">
      {changed.map(({ number, handedOverBy: by }) => (
        <li key={number}>
          <Checkbox
            value={number}
            disabled
            label={`${shipmentNumber(number)}, ${by ? `handed over by ${by}` : 'changed in the meantime'}`}
          />
        </li>
      ))}
    </ul>
  )

type ChoicesProps = { shipments: readonly PackedRow[]; selected: readonly number[] }

/** Ground and overnight go to different trucks, and often on different days. */
const Choices = ({ shipments, selected }: ChoicesProps) =>
  [...Map.groupBy(shipments, ({ method }) => method)].map(([method, those]) => (
    <Fragment key={method}>
      <h3 className={letters.strong}>
        {shippingMethodName[method]}: {those.length}
      </h3>
      <Boxes shipments={those} selected={selected} />
    </Fragment>
  ))

const Boxes = ({ shipments, selected }: ChoicesProps) => {
  const isSelected = new Set(selected)
  return (
    <ul className={styles.chosen}>
      {shipments.map(({ number, name, state }) => (
        <li key={number}>
          <Checkbox
            name="s"
            value={number}
            defaultChecked={isSelected.has(number)}
            label={`${shipmentNumber(number)} ${name}, ${state}`}
          />
        </li>
      ))}
    </ul>
  )
}

/** The first rows of a file, its headings on top. */
export function Rows({ rows, label }: { rows: (string | number)[][]; label: string }) {
  const [headings = [], ...rest] = rows
  return (
    <DataTable label={label} className={styles.rows} isWide>
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
