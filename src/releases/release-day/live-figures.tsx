import { Link } from 'react-router'

import { count } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import { Section } from '#platform/layout/section.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount, formatPrice } from '#platform/text/money.rules.ts'
import { StackedBars } from '#ui/charts/stacked-bars.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, grid, letters, part, stack } from '#ui/layout.ts'

import { releaseLiveCopy as copy } from '../release/admin-releases.copy.ts'
import { salesByWave } from './sales-chart.rules.ts'
import type { ViewedLive } from './view-live.actions.server.ts'

import styles from './live-figures.module.css'

type Live = ViewedLive

/** The progress of a release: wines, waves, sales by minute, and the latest orders. */
export function LiveFigures({ release, waves, sales, orders, at }: Live) {
  return (
    <div className={stack(4, { text: 'sans' })}>
      <div className={cluster(2, { text: 'tight' })}>
        <p className={letters.quiet} role="status">
          {copy.at(useDates().moment(at))}
        </p>
        <Link to={paths.releaseDay(release.id)}>{copy.large}</Link>
      </div>
      <WineFigures wines={release.wines} />
      <Sales
        waves={release.fields.waves}
        sales={sales}
        until={at < release.fields.closesAt ? at : release.fields.closesAt}
      />
      <WaveFigures waves={release.fields.waves} figures={waves} />
      <Section id="live-orders" title={copy.orders} className={part()}>
        <RecentOrders orders={orders} />
      </Section>
    </div>
  )
}

type Wine = Live['release']['wines'][number]
type Wave = Live['release']['fields']['waves'][number]

const ofStock = (wine: Wine, left: (stock: number) => number) =>
  wine.stock === null ? copy.noLimit : count(left(wine.stock))

const WineFigures = ({ wines }: { wines: readonly Wine[] }) => (
  <Section id="live-wines" title={copy.wines} className={part()}>
    <RowsTable
      label={copy.wines}
      stacked
      rows={wines}
      rowKey={({ id }) => id}
      columns={[
        {
          label: copy.wine,
          headsRow: true,
          cell: ({ id, title, subtitle }) => (
            <Link to={paths.wine(id)}>{`${title}, ${subtitle}`}</Link>
          ),
        },
        { label: copy.stock, numeric: true, cell: (wine) => ofStock(wine, (stock) => stock) },
        {
          label: copy.soldOf,
          cell: ({ title, subtitle, stock, sold }) =>
            stock !== null &&
            stock > 0 && (
              <progress
                className={styles.soldOf}
                max={stock}
                value={sold}
                aria-label={`${title}, ${subtitle}`}
              >
                {`${Math.round((100 * sold) / stock)}%`}
              </progress>
            ),
        },
        { label: copy.held, numeric: true, cell: ({ held }) => count(held) },
        { label: copy.sold, numeric: true, cell: ({ sold }) => count(sold) },
        { label: copy.promised, numeric: true, cell: ({ promised }) => count(promised) },
        {
          label: copy.free,
          numeric: true,
          cell: (wine) => ofStock(wine, (stock) => stock - wine.held - wine.sold - wine.promised),
        },
      ]}
    />
  </Section>
)

function WaveFigures({ waves, figures }: { waves: readonly Wave[]; figures: Live['waves'] }) {
  const countOf = (name: 'invited' | 'visited' | 'bought' | 'units') => ({
    label: copy[name],
    numeric: true,
    cell: ({ id }: Wave) => count(figures.find(({ waveId }) => waveId === id)?.[name] ?? 0),
  })
  return (
    <Section id="live-waves" title={copy.waves} className={part()}>
      <RowsTable
        label={copy.waves}
        stacked
        rows={waves}
        rowKey={({ id }) => id}
        columns={[
          { label: copy.wave, cell: ({ name }) => name },
          { label: copy.opens, cell: ({ opensAt }) => <ShopMoment at={opensAt} /> },
          countOf('invited'),
          countOf('visited'),
          countOf('bought'),
          countOf('units'),
        ]}
      />
    </Section>
  )
}

/** The chart of cases and of dollars, and the same numbers as a table. */
type SalesProps = { waves: readonly Wave[]; sales: Live['sales']; until: Date }

function Sales({ waves, sales, until }: SalesProps) {
  const hourOf = useDates().hour
  const minutes = salesByWave(
    sales,
    waves.map(({ id }) => id),
    until,
  )
  if (minutes.length === 0) return <p>{copy.noSales}</p>
  const sums = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const isOutside = minutes.some(({ units }) => (units.at(-1) ?? 0) > 0)
  const series = [...waves.map(({ name }) => name), ...(isOutside ? [copy.noWave] : [])]
  const bars = (values: 'units' | 'cents') =>
    minutes.map((minute) => ({ label: hourOf(minute.minute), values: minute[values] }))
  return (
    <section className={part()} aria-label={copy.chart}>
      <div className={grid(30, 3, 4)}>
        <StackedBars title={copy.chart} series={series} bars={bars('units')} format={count} />
        <StackedBars
          title={copy.chartDollars}
          series={series}
          bars={bars('cents')}
          format={formatPrice}
        />
      </div>
      <details>
        <summary>{copy.numbers}</summary>
        <RowsTable
          label={copy.numbers}
          rows={minutes.filter(({ units }) => sums(units) > 0)}
          rowKey={({ minute }) => minute.toISOString()}
          columns={[
            { label: copy.minute, cell: ({ minute }) => <ShopMoment at={minute} /> },
            ...series.map((label, index) => ({
              label,
              numeric: true,
              cell: ({ units }: (typeof minutes)[number]) => count(units[index] ?? 0),
            })),
            { label: copy.dollars, numeric: true, cell: ({ cents }) => formatAmount(sums(cents)) },
          ]}
        />
      </details>
    </section>
  )
}

const RecentOrders = ({ orders }: { orders: Live['orders'] }) => (
  <RowsTable
    label={copy.orders}
    stacked
    rows={orders}
    rowKey={({ number }) => number}
    none={copy.noOrders}
    columns={[
      {
        label: copy.order,
        cell: ({ number, isRehearsal }) => (
          <>
            <Link to={paths.staffOrder(number)}>{ordersCopy.number(number)}</Link>
            {isRehearsal && ` ${copy.rehearsal}`}
          </>
        ),
      },
      { label: copy.minute, cell: ({ at }) => <ShopMoment at={new Date(at)} /> },
      { label: copy.buyer, cell: ({ name }) => name },
      { label: copy.units, numeric: true, cell: ({ units }) => count(units) },
      { label: copy.total, numeric: true, cell: ({ totalCents }) => formatAmount(totalCents) },
    ]}
  />
)
