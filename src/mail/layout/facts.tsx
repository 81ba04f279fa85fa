import type { CSSProperties, ReactNode } from 'react'

import { light, sans } from './palette.ts'
import type { PictureName } from './pictures.tsx'
import { bottleOf, Picture } from './pictures.tsx'

const cell: CSSProperties = {
  padding: '6px 0',
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '23px',
  color: light.ink,
  verticalAlign: 'top',
}

const WideTable = ({ below, children }: { below: number; children: ReactNode }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: `0 0 ${below}px` }}
  >
    <tbody>{children}</tbody>
  </table>
)

type Fact = { label: string; value: ReactNode }

/** Label and value, one pair per row. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <WideTable below={24}>
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
  </WideTable>
)

export type OrderedWines = readonly { description: string; quantity: number }[]

/** `2 × 2022 Malbec` with its bottle: the wine that an email about an order is about. */
export const Wines = ({ wines }: { wines: OrderedWines }) =>
  wines.length > 0 && (
    <WideTable below={24}>
      {wines.map(({ description, quantity }) => (
        <tr key={description}>
          <td className="ink" style={{ ...cell, padding: '0 0 10px' }}>
            <WithPicture name={bottleOf(description)}>
              {quantity} × {description}
            </WithPicture>
          </td>
        </tr>
      ))}
    </WideTable>
  )

type AmountRow = {
  label: string
  /** Empty where the label says it all. */
  amount: string
  as: 'item' | 'part' | 'total'
  /** Beside the label. */
  picture?: PictureName | null
}

/** Items, surcharges and total, with the amounts on the right. */
export const Amounts = ({ rows }: { rows: readonly AmountRow[] }) => (
  <WideTable below={28}>
    {rows.map((row, index) => (
      <AmountLine
        key={row.label}
        {...row}
        isFirst={row.as !== rows[index - 1]?.as}
        isLast={row.as !== rows[index + 1]?.as}
      />
    ))}
  </WideTable>
)

type Place = { isFirst: boolean; isLast: boolean }

const AmountLine = ({ label, amount, as, picture, isFirst, isLast }: AmountRow & Place) => {
  const isPart = as === 'part'
  const style: CSSProperties = {
    ...cell,
    ...(isPart && {
      color: light.muted,
      fontSize: 15,
      padding: `${isFirst ? 12 : 3}px 0 ${isLast ? 12 : 3}px`,
    }),
    ...(as === 'item' && { padding: '16px 0', verticalAlign: 'middle' }),
    ...(as === 'total' && { fontSize: 18, padding: '14px 0' }),
    ...((!isPart || isFirst) && { borderTop: `1px solid ${light.rule}` }),
  }
  const className = isPart ? 'muted rule' : 'ink rule'
  return (
    <tr>
      <td className={className} style={style} colSpan={amount ? 1 : 2}>
        {picture ? <WithPicture name={picture}>{label}</WithPicture> : label}
      </td>
      {amount && (
        <td
          className={className}
          align="right"
          style={{ ...style, paddingLeft: 16, whiteSpace: 'nowrap' }}
        >
          {amount}
        </td>
      )}
    </tr>
  )
}

/** A bottle on a light panel: its dark glass would be lost on a dark background. */
const WithPicture = ({ name, children }: { name: PictureName; children: ReactNode }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} data-plain="inline">
    <tbody>
      <tr>
        <td
          align="center"
          style={{ width: 72, padding: '12px 0', backgroundColor: light.panel, lineHeight: 0 }}
        >
          <Picture name={name} alt="" />
        </td>
        <td className="ink" style={{ ...cell, padding: '0 0 0 20px', verticalAlign: 'middle' }}>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
)
