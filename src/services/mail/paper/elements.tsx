import type { CSSProperties, ReactNode } from 'react'

import { light, sans, serif } from './palette.ts'

type WithChildren = { children: ReactNode }

const body: CSSProperties = {
  margin: '0 0 18px',
  fontFamily: serif,
  fontSize: 18,
  lineHeight: '28px',
  color: light.ink,
}

export const Title = ({ children }: WithChildren) => (
  <h1
    className="ink title"
    style={{
      margin: '0 0 22px',
      fontFamily: serif,
      fontSize: 29,
      lineHeight: '35px',
      fontWeight: 'normal',
      color: light.ink,
    }}
  >
    {children}
  </h1>
)

export const Paragraph = ({ children }: WithChildren) => (
  <p className="ink" style={body}>
    {children}
  </p>
)

/** What may be read later: conditions, what to do if it wasn't you. */
export const SmallPrint = ({ children }: WithChildren) => (
  <p
    className="muted"
    style={{ ...body, fontFamily: sans, fontSize: 14, lineHeight: '22px', color: light.muted }}
  >
    {children}
  </p>
)

/** The one thing to do. A cell with a ground of its own is a button in every client. */
export const ActionLink = ({ href, children }: WithChildren & { href: string }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '6px 0 28px' }}>
    <tbody>
      <tr>
        <td className="button" style={{ backgroundColor: light.button }}>
          <a
            className="button"
            href={href}
            style={{
              display: 'inline-block',
              padding: '14px 28px',
              fontFamily: sans,
              fontSize: 15,
              lineHeight: '20px',
              letterSpacing: '0.06em',
              color: light.onButton,
              textDecoration: 'none',
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </tbody>
  </table>
)

export const InlineLink = ({ href, children }: WithChildren & { href: string }) => (
  <a className="ink" href={href} style={{ color: light.ink }}>
    {children}
  </a>
)

/** An address or text of somebody else's, shown as it was written and never as a link of ours. */
export const Quoted = ({ children }: WithChildren) => (
  <p
    className="ink rule"
    style={{
      ...body,
      borderLeft: `2px solid ${light.rule}`,
      paddingLeft: 18,
      whiteSpace: 'pre-line',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </p>
)
