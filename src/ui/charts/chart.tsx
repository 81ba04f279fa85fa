import { classes } from '../classes.ts'
import { cluster } from '../layout.ts'
import type { Drawing, Drawings } from './draw.ts'

import styles from './chart.module.css'

/**
 * A chart that was drawn on the server. People who can't see it have its numbers in the table that
 * stands beside every chart, so the picture itself is hidden from them.
 */
export function Chart({ drawings }: { drawings: Drawings }) {
  const names = drawings.wide.lines.map(({ name }) => name)
  return (
    <div className={styles.chart} aria-hidden="true">
      {names.length > 0 && (
        <ul className={classes(cluster([0, 3]), styles.legend)}>
          {names.map((name, index) => (
            <li key={name} data-series={index}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <Picture drawing={drawings.wide} className={styles.wide} />
      <Picture drawing={drawings.narrow} className={styles.narrow} />
    </div>
  )
}

type PictureProps = { drawing: Drawing; className: string | undefined }

function Picture({ drawing, className }: PictureProps) {
  const { width, height, left, bars, lines, xTicks, yTicks } = drawing
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes(styles.picture, className)}>
      {yTicks.map(({ at, label }) => (
        <g key={label}>
          <line x1={left} x2={width} y1={at} y2={at} className={styles.rule} />
          <text x={left - 8} y={at + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {bars.map(({ title, href, ...box }) => {
        const bar = (
          <rect {...box} className={styles.bar}>
            <title>{title}</title>
          </rect>
        )
        return href ? (
          <a key={title} href={href} tabIndex={-1}>
            {bar}
          </a>
        ) : (
          <g key={title}>{bar}</g>
        )
      })}
      {lines.map(({ name, path }, index) => (
        <path key={name} d={path} className={styles.line} data-series={index} />
      ))}
      {xTicks.map(({ at, label }) => (
        <text key={label} x={at} y={height - 6} textAnchor={at > width - 30 ? 'end' : 'middle'}>
          {label}
        </text>
      ))}
    </svg>
  )
}
