import { Form, Link } from 'react-router'

import type { StaffAction } from '#platform/access/access.rules.ts'
import { useMay } from '#platform/access/use-may.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'

import { releaseCheckCopy as copy } from '../release/admin-releases.copy.ts'
import type { CheckId, CheckLine, ReleaseCampaign } from './release-check.rules.ts'
import { isBuyerLack } from './release-check.rules.ts'

import styles from '../release/release.module.css'

type Props = {
  release: { id: string; version: number }
  lines: readonly CheckLine[]
  canSchedule: boolean
}

function findingOf({ id, level, count, names }: CheckLine): string {
  if (level === 'good') return 'Fine.'
  const finding = copy.findings[id as keyof typeof copy.findings]
  const sentence = typeof finding === 'function' ? finding(count) : finding
  return names.length > 0 ? `${sentence}: ${names.join('; ')}` : sentence
}

/** The state of the release's email, with a link for staff who may open it. */
function CampaignFinding({ id, name, state, sendAt, endedAt }: ReleaseCampaign) {
  const may = useMay()
  const at = { scheduled: sendAt, sent: endedAt }[String(state)]
  return (
    <>
      {copy.campaign[state]}
      {at && (
        <>
          , <ShopMoment at={at} />
        </>
      )}
      : {may('write-emails') ? <Link to={paths.campaign(id)}>{name}</Link> : name}
    </>
  )
}

/** The page where staff mend what a line finds, for those who may open it. */
function WhereToMend({ id, release }: { id: CheckId; release: Props['release'] }) {
  const may = useMay()
  const wines = ['To the wines', paths.wines(), 'manage-releases'] as const
  const pages: Partial<Record<CheckId, readonly [name: string, to: string, needs: StaffAction]>> = {
    wines: ['Choose wines', paths.release(release.id, 'wines'), 'manage-releases'],
    stock: wines,
    sum: wines,
    picture: wines,
    sheet: wines,
    allocations: ['Allocate', paths.release(release.id, 'allocations'), 'manage-releases'],
    campaign: ['Write one', paths.newCampaign(), 'write-emails'],
    reconciliation: ['Compare now', paths.reconciliation(), 'reconcile'],
    hours: ['To the hours', paths.release(release.id, 'waves'), 'manage-releases'],
  }
  const [name, to, needs] = pages[id] ?? []
  return to && needs && may(needs) ? <Link to={to}>{name}</Link> : null
}

/** A line that counts people leads to the list of them, that of the campaign to the campaign. */
function Finding({ line, release }: { line: CheckLine; release: Props['release'] }) {
  const { id, count, campaign } = line
  if (campaign) return <CampaignFinding {...campaign} />
  const lacks = isBuyerLack(id) ? { only: id } : {}
  if (count === 0 || (id !== 'allocations' && !isBuyerLack(id))) {
    return (
      <>
        {findingOf(line)} {line.level !== 'good' && <WhereToMend id={id} release={release} />}
      </>
    )
  }
  return (
    <Link to={paths.release(release.id, 'allocations', lacks)}>
      {plural(count, 'person', 'people')}
    </Link>
  )
}

/** The lines that need staff first, the others folded; yellow ones are accepted before scheduling. */
export function CheckTable({ release, lines, canSchedule }: Props) {
  const open = lines.filter(({ level }) => level !== 'good')
  const passed = lines.filter(({ level }) => level === 'good')
  const table = (rows: readonly CheckLine[]) => (
    <RowsTable
      label={copy.line}
      stacked
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { label: copy.line, headsRow: true, cell: ({ id }) => copy.labels[id] },
        {
          label: 'Result',
          cell: ({ level }) => (
            <span className={classes(styles.level, level !== 'good' && styles[level])}>
              {copy.levels[level]}
            </span>
          ),
        },
        {
          label: 'Finding',
          cell: (line) => (
            <>
              <Finding line={line} release={release} />
              {canSchedule && line.level === 'yellow' && (
                <Checkbox
                  name="accepted"
                  value={line.id}
                  label={`Accept: ${copy.labels[line.id]}`}
                />
              )}
            </>
          ),
        },
      ]}
    />
  )
  return (
    <Form method="post" className={stack(3, { text: 'sans' })}>
      <input type="hidden" name="version" value={release.version} />
      <p className={letters.intro}>
        {canSchedule
          ? 'What is marked red prevents scheduling. Accept what is to be reviewed to go ahead.'
          : 'This release has been scheduled. These checks show the present state.'}
      </p>
      {open.length > 0 && table(open)}
      {passed.length > 0 && (
        <details>
          <summary>{plural(passed.length, 'check passed', 'checks passed')}</summary>
          {table(passed)}
        </details>
      )}
      {canSchedule && (
        <div className={cluster(2, { text: 'tight' })}>
          <Button name="intent" value="schedule">
            Schedule this release
          </Button>
        </div>
      )}
    </Form>
  )
}
