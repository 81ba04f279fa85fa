import { Link } from 'react-router'

import { releaseLiveCopy as copy } from '#domain/copy/admin-releases.ts'
import { ordersCopy } from '#domain/copy/members.ts'
import { formatAmount, formatPrice } from '#domain/money.ts'
import { paths } from '#domain/paths.ts'
import { salesByWave } from '#domain/releases/sales-chart.ts'
import type { ViewedLive } from '#use-cases/releases/view-live.ts'
import { StackedBars } from '#web/components/charts/stacked-bars.tsx'
import { ShopMoment, useDates } from '#web/components/dates.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

import styles from './release.module.css'

type Live = Omit<Extract<ViewedLive, { ok: true }>, 'ok'>

const count = (figure: number) => figure.toLocaleString('en-US')

/** How a release goes: wines, waves, sales over the minutes, and the latest orders. */
export function LiveFigures({ release, waves, sales, orders, at }: Live) {
  return (
    <div className={styles.figures}>
      <div className={styles.actions}>
        <p className={styles.quiet} role="status">
          {copy.at(useDates().moment(at))}
        </p>
        <Link to={paths.releaseDay(release.id)}>{copy.large}</Link>
      </div>
      <WineFigures wines={release.wines} />
      <Sales waves={release.fields.waves} sales={sales} />
      <WaveFigures waves={release.fields.waves} figures={waves} />
      <section className={styles.part} aria-labelledby="live-orders">
        <h2 id="live-orders">{copy.orders}</h2>
        {orders.length === 0 ? <p>{copy.noOrders}</p> : <RecentOrders orders={orders} />}
      </section>
    </div>
  )
}

function WineFigures({ wines }: { wines: Live['release']['wines'] }) {
  const figures = [copy.stock, copy.held, copy.sold, copy.promised, copy.free]
  return (
    <section className={styles.part} aria-labelledby="live-wines">
      <h2 id="live-wines">{copy.wines}</h2>
      <DataTable label={copy.wines} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.wine}</th>
            {figures.map((label) => (
              <th key={label} scope="col" data-numeric>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wines.map(({ id, title, stock, held, sold, promised }) => {
            const free = stock === null ? copy.noLimit : count(stock - held - sold - promised)
            const inAll = stock === null ? copy.noLimit : count(stock)
            const cells = [inAll, count(held), count(sold), count(promised), free]
            return (
              <tr key={id}>
                <th scope="row" data-label={copy.wine}>
                  <Link to={paths.wine(id)}>{title}</Link>
                </th>
                {figures.map((label, index) => (
                  <td key={label} data-numeric data-label={label}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </DataTable>
    </section>
  )
}

function WaveFigures({
  waves,
  figures,
}: {
  waves: Live['release']['fields']['waves']
  figures: Live['waves']
}) {
  const labels = [copy.invited, copy.visited, copy.bought, copy.units]
  return (
    <section className={styles.part} aria-labelledby="live-waves">
      <h2 id="live-waves">{copy.waves}</h2>
      <DataTable label={copy.waves} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.wave}</th>
            <th scope="col">{copy.opens}</th>
            {labels.map((label) => (
              <th key={label} scope="col" data-numeric>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {waves.map((wave) => {
            const found = figures.find(({ waveId }) => waveId === wave.id)
            const cells = [found?.invited, found?.visited, found?.bought, found?.units]
            return (
              <tr key={wave.id}>
                <th scope="row" data-label={copy.wave}>
                  {wave.name}
                </th>
                <td data-label={copy.opens}>
                  <ShopMoment at={wave.opensAt} />
                </td>
                {labels.map((label, index) => (
                  <td key={label} data-numeric data-label={label}>
                    {count(cells[index] ?? 0)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </DataTable>
    </section>
  )
}

/** The chart of cases and of dollars, and the same numbers as a table. */
function Sales({
  waves,
  sales,
}: {
  waves: Live['release']['fields']['waves']
  sales: Live['sales']
}) {
  const hourOf = useDates().hour
  const minutes = salesByWave(
    sales,
    waves.map(({ id }) => id),
  )
  if (minutes.length === 0) return <p>{copy.noSales}</p>
  const sums = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const isOutside = minutes.some(({ units }) => (units.at(-1) ?? 0) > 0)
  const series = [...waves.map(({ name }) => name), ...(isOutside ? [copy.noWave] : [])]
  const bars = (values: 'units' | 'cents') =>
    minutes.map((minute) => ({ label: hourOf(minute.minute), values: minute[values] }))
  return (
    <section className={styles.part} aria-label={copy.chart}>
      <div className={styles.charts}>
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
        <DataTable label={copy.numbers}>
          <thead>
            <tr>
              <th scope="col">{copy.minute}</th>
              {series.map((name) => (
                <th key={name} scope="col" data-numeric>
                  {name}
                </th>
              ))}
              <th scope="col" data-numeric>
                {copy.dollars}
              </th>
            </tr>
          </thead>
          <tbody>
            {minutes
              .filter(({ units }) => sums(units) > 0)
              .map(({ minute, units, cents }) => (
                <tr key={minute.toISOString()}>
                  <th scope="row">
                    <ShopMoment at={minute} />
                  </th>
                  {series.map((name, index) => (
                    <td key={name} data-numeric>
                      {count(units[index] ?? 0)}
                    </td>
                  ))}
                  <td data-numeric>{formatAmount(sums(cents))}</td>
                </tr>
              ))}
          </tbody>
        </DataTable>
      </details>
    </section>
  )
}

function RecentOrders({ orders }: { orders: Live['orders'] }) {
  return (
    <DataTable label={copy.orders} stacked>
      <thead>
        <tr>
          <th scope="col">{copy.order}</th>
          <th scope="col">{copy.minute}</th>
          <th scope="col">{copy.buyer}</th>
          <th scope="col" data-numeric>
            {copy.units}
          </th>
          <th scope="col" data-numeric>
            {copy.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.number}>
            <th scope="row" data-label={copy.order}>
              <Link to={paths.staffOrder(order.number)}>{ordersCopy.number(order.number)}</Link>
              {order.isRehearsal && ` ${copy.rehearsal}`}
            </th>
            <td data-label={copy.minute}>
              <ShopMoment at={new Date(order.at)} />
            </td>
            <td data-label={copy.buyer}>{order.name}</td>
            <td data-numeric data-label={copy.units}>
              {count(order.units)}
            </td>
            <td data-numeric data-label={copy.total}>
              {formatAmount(order.totalCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
