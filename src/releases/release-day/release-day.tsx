import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { count } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { LineFigures } from '#waiting-room/waiting-line-panel.tsx'

import { adminReleasesCopy, releaseLiveCopy as live } from '../release/admin-releases.copy.ts'
import { PauseRelease } from '../release/pause-release.tsx'
import { releaseDayCopy as copy, releaseDayWarningCopy } from './release-day.copy.ts'
import type { ReleaseDay as Day } from './view-release-day.actions.server.ts'

import styles from './release-day.module.css'

/** A release while it sells, to be read from across the cellar: few figures, and what to do. */
export function ReleaseDay({ day, isStale }: { day: Day; isStale: boolean }) {
  const { id, name, phase, sales, service, warnings, at } = day
  const time = useDates().second(at)
  return (
    <main id="content" tabIndex={-1} className={styles.day} data-paper="dark">
      <header className={styles.head}>
        <h1>{name}</h1>
        <p>
          {adminReleasesCopy.phases[phase]} · {`As of ${time}`}
          <noscript> Reload the page for newer figures.</noscript>
        </p>
        <Link to={paths.release(id, 'live')}>Back to Live</Link>
        {!isStale && <PauseRelease release={day} />}
      </header>
      <div role="alert" className={styles.warnings}>
        {isStale && (
          <Warning
            title={`The shop can’t be reached. These figures are of ${time}.`}
            todo="Look at the processes and the database."
            section={copy.staleSection}
          />
        )}
        {warnings.map((warning) => (
          <Warning key={warning} {...releaseDayWarningCopy[warning]} />
        ))}
      </div>
      {day.line && <LineFigures line={day.line} />}
      <dl className={styles.key}>
        <Figure
          label="Orders in the last minute"
          value={count(sales.lastMinute)}
          hint={`${count(sales.lastFiveMinutes)} in five minutes`}
        />
        <Figure label="Orders" value={count(sales.orders)} hint={`${count(sales.units)} cases`} />
        <Figure
          label="Dollars of wine"
          value={formatAmount(sales.wineCents).replace(/\.\d\d$/, '')}
          hint="without shipping and tax, before refunds"
        />
        <Figure
          label="Payment pages open"
          value={count(service.paymentPagesOpen)}
          hint="of the whole shop"
        />
      </dl>
      <div className={styles.tables}>
        <Wines wines={day.wines} />
        <Waves waves={day.waves} at={at} />
      </div>
      <Service service={service} warnings={warnings} />
    </main>
  )
}

function Warning({ title, todo, section }: { title: string; todo: string; section: string }) {
  return (
    <p className={styles.warning}>
      <strong>{title}</strong> {todo} <small>{`docs/operations.md, “${section}”`}</small>
    </p>
  )
}

function Figure({
  label,
  value,
  hint,
  isBad = false,
}: {
  label: string
  value: ReactNode
  hint?: string
  isBad?: boolean
}) {
  return (
    <div className={classes(styles.figure, isBad && styles.bad)}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}

type FigureRow = { id: string; name: ReactNode; figures: readonly string[] }
type FigureTableProps = { title: string; heads: readonly string[]; rows: readonly FigureRow[] }

/** A name and its figures per row. */
const FigureTable = ({ title, heads: [first, ...heads], rows }: FigureTableProps) => (
  <RowsTable
    label={title}
    isLabelShown
    stacked
    dense
    className={styles.table}
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      { label: first!, headsRow: true, cell: ({ name }) => name },
      ...heads.map((label, index) => ({
        label,
        numeric: true,
        cell: ({ figures }: FigureRow) => figures[index],
      })),
    ]}
  />
)

const Wines = ({ wines }: { wines: Day['wines'] }) => (
  <FigureTable
    title={live.wines}
    heads={[live.wine, live.sold, live.held, live.promised, live.free]}
    rows={wines.map(({ id, title, subtitle, stock, held, sold, promised }) => ({
      id,
      name: (
        <>
          {title} <small>{subtitle}</small>
        </>
      ),
      figures: [count(sold), count(held), count(promised), leftOf({ stock, held, sold, promised })],
    }))}
  />
)

/** Units in payment or promised may still come back: sold out is only what is paid. */
function leftOf({
  stock,
  held,
  sold,
  promised,
}: Omit<Day['wines'][number], 'id' | 'title' | 'subtitle'>) {
  if (stock === null) return live.noLimit
  return sold >= stock ? 'Sold out' : count(stock - held - sold - promised)
}

function Waves({ waves, at }: { waves: Day['waves']; at: Date }) {
  const { weekdayMoment } = useDates()
  if (waves.length === 0) return <p>No waves.</p>
  return (
    <FigureTable
      title={live.waves}
      heads={[live.wave, live.invited, live.visited, live.bought, live.units]}
      rows={waves.map(({ id, name, opensAt, figures }) => ({
        id,
        name: (
          <>
            {name} <small>{opensAt <= at ? 'open' : weekdayMoment(opensAt)}</small>
          </>
        ),
        figures: [figures.invited, figures.visited, figures.bought, figures.units].map(count),
      }))}
    />
  )
}

function Service({ service, warnings }: Pick<Day, 'service' | 'warnings'>) {
  const { receiptsWaiting, emailsLeft, processes } = service
  const { ready, notReady, missing, slowest, providerFailures } = processes
  return (
    <section aria-label="The shop">
      <dl className={styles.service}>
        <Figure
          label="Receipts waiting"
          value={
            receiptsWaiting === null
              ? 'none'
              : copy.seconds(Math.max(0, Math.round(receiptsWaiting)))
          }
          isBad={warnings.includes('receipts-wait')}
        />
        <Figure label="Emails left" value={count(emailsLeft)} />
        <Figure
          label="Provider failures in 5 min"
          value={count(providerFailures)}
          isBad={warnings.includes('provider-failing')}
        />
        <Figure
          label="Slow pages (95th percentile)"
          value={
            slowest
              ? slowest.p95 < 1_000
                ? `${slowest.p95} ms`
                : `${(slowest.p95 / 1_000).toFixed(1)} s`
              : '–'
          }
          hint={slowest ? slowest.route : 'too few requests'}
          isBad={warnings.includes('pages-slow')}
        />
        <Figure
          label="Processes ready"
          value={copy.ofAll(ready, ready + notReady + missing)}
          isBad={warnings.includes('process-missing') || warnings.includes('no-process-ready')}
        />
      </dl>
    </section>
  )
}
