import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { count } from '#platform/admin/admin.copy.ts'
import { adminReleasesCopy, releaseLiveCopy as live } from '../release/admin-releases.copy.ts'
import { releaseDayCopy as copy, releaseDayWarningCopy } from './release-day.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ReleaseDay as Day } from './view-release-day.actions.server.ts'
import { useDates } from '#platform/text/dates.tsx'
import { classes } from '#ui/classes.ts'

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
          {adminReleasesCopy.phases[phase]} · {copy.at(time)}
          <noscript> {copy.reload}</noscript>
        </p>
        <Link to={paths.release(id, 'live')}>{copy.back}</Link>
      </header>
      <div role="alert" className={styles.warnings}>
        {isStale && (
          <Warning title={copy.stale(time)} todo={copy.staleTodo} section={copy.staleSection} />
        )}
        {warnings.map((warning) => (
          <Warning key={warning} {...releaseDayWarningCopy[warning]} />
        ))}
      </div>
      <dl className={styles.key}>
        <Figure
          label={copy.lastMinute}
          value={count(sales.lastMinute)}
          hint={copy.perMinute(count(sales.lastFiveMinutes))}
        />
        <Figure
          label={copy.orders}
          value={count(sales.orders)}
          hint={copy.cases(count(sales.units))}
        />
        <Figure
          label={copy.wine}
          value={formatAmount(sales.wineCents).replace(/\.\d\d$/, '')}
          hint={copy.wineHint}
        />
        <Figure label={copy.pages} value={count(service.paymentPagesOpen)} hint={copy.pagesHint} />
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
      <strong>{title}</strong> {todo} <small>{copy.see(section)}</small>
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
  <table className={styles.table}>
    <caption>{title}</caption>
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {heads.map((label) => (
          <th key={label} scope="col" data-numeric>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, figures }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          {heads.map((label, index) => (
            <td key={label} data-numeric data-label={label}>
              {figures[index]}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Wines = ({ wines }: { wines: Day['wines'] }) => (
  <FigureTable
    title={live.wines}
    heads={[live.wine, live.sold, live.held, live.promised, live.free]}
    rows={wines.map(({ id, title, stock, held, sold, promised }) => ({
      id,
      name: title,
      figures: [count(sold), count(held), count(promised), leftOf({ stock, held, sold, promised })],
    }))}
  />
)

/** Units in payment or promised may still come back: sold out is only what is paid. */
function leftOf({ stock, held, sold, promised }: Omit<Day['wines'][number], 'id' | 'title'>) {
  if (stock === null) return live.noLimit
  return sold >= stock ? copy.soldOut : count(stock - held - sold - promised)
}

function Waves({ waves, at }: { waves: Day['waves']; at: Date }) {
  const { weekdayMoment } = useDates()
  if (waves.length === 0) return <p>{copy.noWaves}</p>
  return (
    <FigureTable
      title={live.waves}
      heads={[live.wave, live.invited, live.visited, live.bought, live.units]}
      rows={waves.map(({ id, name, opensAt, figures }) => ({
        id,
        name: (
          <>
            {name} <small>{opensAt <= at ? copy.openNow : weekdayMoment(opensAt)}</small>
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
    <section aria-label={copy.service}>
      <dl className={styles.service}>
        <Figure
          label={copy.receipts}
          value={
            receiptsWaiting === null
              ? copy.receiptsNone
              : copy.seconds(Math.max(0, Math.round(receiptsWaiting)))
          }
          isBad={warnings.includes('receipts-wait')}
        />
        <Figure label={copy.emails} value={count(emailsLeft)} />
        <Figure
          label={copy.provider}
          value={count(providerFailures)}
          isBad={warnings.includes('provider-failing')}
        />
        <Figure
          label={copy.slowest}
          value={slowest ? copy.millis(slowest.p95) : '–'}
          hint={slowest ? slowest.route : copy.tooFew}
          isBad={warnings.includes('pages-slow')}
        />
        <Figure
          label={copy.processes}
          value={copy.ofAll(ready, ready + notReady + missing)}
          isBad={warnings.includes('process-missing') || warnings.includes('no-process-ready')}
        />
      </dl>
    </section>
  )
}
