import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { useId } from 'react'

import { classes } from '../classes.ts'
import { cluster } from '../layout.ts'

import styles from './stacked-bars.module.css'

/** One bar: where it stands, and the value of each series in it. */
export type Bar = { label: string; values: readonly number[] }

type Props = {
  /** What it shows, in a sentence. */
  title: string
  /** Names of the series, from the bottom up. */
  series: readonly string[]
  bars: readonly Bar[]
  /** How a value is written. */
  format: (value: number) => string
}

const size = { width: 720, height: 260 }
const margin = { top: 12, right: 8, bottom: 28, left: 56 }
const mostLabels = 8

/** Fills that differ in their drawing and not only in their tone; series beyond them repeat. */
const fills = [
  { d: null, ground: '#36251a', line: '#36251a' },
  { d: 'M0 6L6 0', ground: '#f3eadb', line: '#9a6238' },
  { d: 'M0 3H6', ground: '#f3eadb', line: '#72563f' },
  { d: 'M3 0V6', ground: '#dbc6a6', line: '#36251a' },
  { d: 'M0 0L6 6M0 6L6 0', ground: '#fdf8ee', line: '#72563f' },
  { d: null, ground: '#ad8f71', line: '#36251a' },
] as const

const fillOf = (index: number) => fills[index % fills.length]!

/**
 * Bars of stacked series, drawn on the server: no script, told apart without color, each bar named
 * for who points at it. Its numbers belong in a table beside it.
 */
export function StackedBars({ title, series, bars, format }: Props) {
  const id = useId().replaceAll(/\W/g, '')
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const x = scaleBand(
    bars.map((_, index) => index),
    [margin.left, size.width - margin.right],
  ).paddingInner(bars.length > 60 ? 0.1 : 0.25)
  const y = scaleLinear(
    [0, Math.max(1, ...totals)],
    [size.height - margin.bottom, margin.top],
  ).nice(4)
  const layers = stack<Bar, number>()
    .keys(series.map((_, index) => index))
    .value(({ values }, index) => values[index] ?? 0)([...bars])
  const every = Math.max(1, Math.ceil(bars.length / mostLabels))
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={title}>
        <defs>
          {series.map((name, index) => {
            const { d, ground, line } = fillOf(index)
            return (
              <pattern
                key={name}
                id={`${id}-${index}`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
              >
                <rect width="6" height="6" fill={ground} />
                {d && <path d={d} stroke={line} strokeWidth="1.4" />}
              </pattern>
            )
          })}
        </defs>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <path
              d={`M${margin.left} ${y(tick)}H${size.width - margin.right}`}
              className={styles.grid}
            />
            <text x={margin.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {layers.map((layer) => (
          <g key={layer.key} fill={`url(#${id}-${layer.key})`} stroke={fillOf(layer.key).line}>
            {layer.map(([from, to], index) =>
              to > from ? (
                <rect
                  key={bars[index]!.label}
                  x={x(index)}
                  y={y(to)}
                  width={x.bandwidth()}
                  height={y(from) - y(to)}
                >
                  <title>{`${bars[index]!.label}, ${series[layer.key]}: ${format(to - from)}`}</title>
                </rect>
              ) : null,
            )}
          </g>
        ))}
        {bars.map(({ label }, index) =>
          index % every === 0 ? (
            <text
              key={label}
              x={x(index)! + x.bandwidth() / 2}
              y={size.height - 8}
              textAnchor="middle"
              data-below=""
              data-odd={(index / every) % 2 === 1 || undefined}
            >
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <ul className={classes(cluster([0.5, 3]), styles.legend)}>
        {series.map((name, index) => (
          <li key={name}>
            <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
              <rect
                width="18"
                height="18"
                fill={`url(#${id}-${index})`}
                stroke={fillOf(index).line}
              />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}
