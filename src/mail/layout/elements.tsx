import type { CSSProperties, ReactNode } from 'react'

import { light, sans, serif } from './palette.ts'

type WithChildren = { children: ReactNode }

const body: CSSProperties = {
  margin: '0 0 18px',
  fontFamily: serif,
  fontSize: 18,
  lineHeight: '28px',
  color: light.ink,
  overflowWrap: 'anywhere',
}

/** What the email is about, small, and its headline. */
export const Title = ({ kicker, children }: WithChildren & { kicker: string }) => (
  <>
    <p
      className="muted"
      style={{
        margin: '0 0 10px',
        fontFamily: sans,
        fontSize: 12,
        lineHeight: '18px',
        letterSpacing: '0.16em',
        textTransform: 'uppercase',
        color: light.muted,
      }}
    >
      {kicker}
    </p>
    <Heading below={24}>{children}</Heading>
  </>
)

/** A headline, `below` pixels above what follows. */
export const Heading = ({ children, below = 20 }: WithChildren & { below?: number }) => (
  <h1
    className="ink title"
    style={{
      margin: `0 0 ${below}px`,
      fontFamily: serif,
      fontSize: 30,
      lineHeight: '36px',
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

/** `K-1042`, never broken at its hyphen. */
export const OrderNumber = ({ number }: { number: number }) => (
  <span style={{ whiteSpace: 'nowrap' }}>K-{number}</span>
)

/** Never broken at its spaces. */
export const Phone = ({ number }: { number: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
)

/** Conditions, and what to do if the reader did not cause this email. */
export const SmallPrint = ({ children }: WithChildren) => (
  <p
    className="muted"
    style={{
      ...body,
      margin: '0 0 32px',
      fontFamily: sans,
      fontSize: 14,
      lineHeight: '22px',
      color: light.muted,
    }}
  >
    {children}
  </p>
)

/** The button. A table cell with a background is one in every mail client. */
export const ActionLink = ({ href, children }: WithChildren & { href: string }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '10px 0 34px' }}>
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

type CentredRow = WithChildren & {
  className?: string
  margin: string
  style: CSSProperties
}

/** A picture across the email, in the middle; left out of the plain text. */
export const CentredRow = ({ margin, className, style, children }: CentredRow) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin }}
    data-plain="skip"
  >
    <tbody>
      <tr>
        <td align="center" className={className} style={style}>
          {children}
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

/** Text that a person typed, shown as typed and never as a link of ours. */
export const Quotation = ({ children }: WithChildren) => (
  <p
    className="ink rule"
    style={{
      ...body,
      borderLeft: `2px solid ${light.rule}`,
      paddingLeft: 18,
      whiteSpace: 'pre-line',
    }}
  >
    {children}
  </p>
)
