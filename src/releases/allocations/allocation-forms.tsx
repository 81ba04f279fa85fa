import { Form, Link } from 'react-router'

import { earlierUnits } from '#catalogue/on-sale/allocation.rules.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { FileField } from '#platform/form/file-field.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, pairs, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { adminAllocationsCopy as copy } from './admin-allocations.copy.ts'
import type { RefusedRow } from './allocation-file.rules.ts'
import type { EarlierRelease } from './earlier-release.store.server.ts'

import styles from './allocations.module.css'

type Props = {
  release: StaffRelease
  earlier: readonly EarlierRelease[]
  /** The form of a new person, where it came back. */
  added: Sent | null
  /** The form of a file, where it came back. */
  imported: Sent | null
  /** Rows of that file that were refused. */
  refused: readonly RefusedRow[]
  /** Nobody has an allocation yet: the form of a person stands open. */
  isFirst: boolean
}

/** Refused rows that are listed one by one. */
const mostListed = 100

/** Each refused row of a file with its reason. */
function RefusedRows({ refused }: { refused: readonly RefusedRow[] }) {
  return (
    <ul className={classes(letters.sans, letters.listed)}>
      {refused.slice(0, mostListed).map(({ row, field, problem }) => (
        <li key={`${row} ${field}`}>
          {`Row ${row}${field === 'row' ? '' : `, ${field}`}: ${copy.problems[problem]}`}
        </li>
      ))}
      {refused.length > mostListed && <li>{copy.moreRefused(refused.length - mostListed)}</li>}
    </ul>
  )
}

/** Adds one person or many, each way behind its name. */
export function AllocationForms(props: Props) {
  const { release, earlier, added, imported, refused, isFirst } = props
  const { fields, wines, phase } = release
  const typedIn = fieldsOf(added)
  if (fields.kind === 'open') return <p className={letters.intro}>{copy.needsAllocated}</p>
  if (wines.length === 0) {
    return (
      <p className={letters.intro}>
        {copy.needsWines} <Link to={paths.release(release.id, 'wines')}>{copy.chooseWines}</Link>
      </p>
    )
  }
  if (phase === 'closed') return null
  return (
    <div className={classes(cluster([1, 3], { align: 'baseline', text: 'sans' }), styles.ways)}>
      <details open={(isFirst && imported === null) || added !== null}>
        <summary className={letters.more}>Add a person</summary>
        <Form method="post" className={stack(3, { text: 'sans' })}>
          <p className={letters.quiet}>An account whose email is confirmed.</p>
          <div className={pairs(2, 3)}>
            <TextField
              {...typedIn('email')}
              type="email"
              label="Email"
              autoComplete="off"
              required
            />
            <TextField
              {...typedIn('units')}
              label={copy.units}
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <SelectField
              {...typedIn('wine')}
              label={copy.wine}
              options={wines.map((wine) => ({
                value: wine.id,
                label: `${wine.title}, ${wine.subtitle}`,
              }))}
            />
            <SelectField
              {...typedIn('wave')}
              label={copy.wave}
              options={[
                { value: '', label: copy.fromOpening },
                ...fields.waves.map((wave) => ({ value: wave.id, label: wave.name })),
              ]}
            />
          </div>
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="add" kind="secondary">
              Allocate
            </Button>
          </div>
        </Form>
      </details>
      <details open={imported !== null}>
        <summary className={letters.more}>Import a file</summary>
        <Form
          method="post"
          encType="multipart/form-data"
          reloadDocument
          className={stack(3, { text: 'sans' })}
        >
          <FileField
            name="file"
            maxBytes={csvFileLimits.bytes}
            label="CSV file"
            hint={copy.fileIntro}
            error={imported?.refusal ?? imported?.errors['file']}
            accept=".csv,text/csv"
            required
          />
          {refused.length > 0 && <RefusedRows refused={refused} />}
          <div className={cluster(2, { text: 'tight' })}>
            <Button name="intent" value="import" kind="secondary">
              Read the file
            </Button>
          </div>
        </Form>
      </details>
      {earlier.length > 0 && (
        <details>
          <summary className={letters.more}>Copy an earlier release</summary>
          <Form method="post" className={stack(3, { text: 'sans' })}>
            <p className={letters.quiet}>
              Its customers get the wine at the same position, in the wave of the same name. Anyone
              who already has an allocation here keeps it.
            </p>
            <div className={pairs(2, 3)}>
              <SelectField
                name="from"
                label="Release"
                options={earlier.map(({ id: value, name: label }) => ({ value, label }))}
              />
              <SelectField
                name="units"
                label={copy.units}
                options={earlierUnits.map((value) => ({ value, label: copy.earlierUnits[value] }))}
              />
            </div>
            <div className={cluster(2, { text: 'tight' })}>
              <Button name="intent" value="earlier" kind="secondary">
                Copy these allocations
              </Button>
            </div>
          </Form>
        </details>
      )}
    </div>
  )
}
