import type { CSSProperties, ReactNode } from 'react'

import { light, sans } from './palette.ts'

const cell: CSSProperties = {
  padding: '9px 0',
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '23px',
  color: light.ink,
  verticalAlign: 'top',
}

type Fact = { label: string; value: ReactNode }

/** Names and what they stand for, one pair per row. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: '0 0 24px' }}
  >
    <tbody>
      {rows.map(({ label, value }) => (
        <tr key={label}>
          <td className="muted" style={{ ...cell, color: light.muted, width: '32%' }}>
            {label}
          </td>
          <td className="ink" style={{ ...cell, paddingLeft: 12, overflowWrap: 'anywhere' }}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Line = { label: string; amount: string; strong?: boolean }

/** Items or totals with their amounts in a column on the right. */
export const Amounts = ({ rows }: { rows: readonly Line[] }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: '0 0 24px' }}
  >
    <tbody>
      {rows.map(({ label, amount, strong }) => {
        const style: CSSProperties = {
          ...cell,
          borderTop: `1px solid ${light.rule}`,
          fontWeight: strong ? 'bold' : 'normal',
        }
        return (
          <tr key={label}>
            <td className="ink rule" style={style}>
              {label}
            </td>
            <td
              className="ink rule"
              align="right"
              style={{ ...style, paddingLeft: 16, whiteSpace: 'nowrap' }}
            >
              {amount}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
