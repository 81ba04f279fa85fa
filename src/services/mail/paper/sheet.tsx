import type { ReactNode } from 'react'

import type { LetterFrame } from '../letter-house.ts'
import { light, sans, serif } from './palette.ts'

type SheetProps = LetterFrame & {
  children: ReactNode
  /** Spanish to the business, English to everybody else. */
  lang?: 'en' | 'es'
}

/** The sheet every letter is written on: wordmark, words, and who is writing. */
export const Sheet = ({ house, unsubscribeUrl, children, lang = 'en' }: SheetProps) => (
  <table
    role="presentation"
    lang={lang}
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    className="sheet"
    style={{ backgroundColor: light.sheet, border: `1px solid ${light.rule}` }}
  >
    <tbody>
      <tr>
        <td className="margin" style={{ padding: '44px 48px 36px' }}>
          <Wordmark publicUrl={house.publicUrl} />
          {children}
          {lang === 'en' && <Imprint house={house} unsubscribeUrl={unsubscribeUrl} />}
        </td>
      </tr>
    </tbody>
  </table>
)

const Wordmark = ({ publicUrl }: { publicUrl: string }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: '0 0 34px' }}
    data-plain="skip"
  >
    <tbody>
      <tr>
        <td
          align="center"
          className="rule"
          style={{ borderBottom: `1px solid ${light.rule}`, padding: '0 0 26px' }}
        >
          <a
            href={publicUrl}
            className="ink"
            style={{
              fontFamily: serif,
              fontSize: 31,
              lineHeight: '38px',
              letterSpacing: '0.34em',
              paddingLeft: '0.34em',
              color: light.ink,
              textDecoration: 'none',
            }}
          >
            KOHUE
          </a>
          <div
            className="muted"
            style={{
              fontFamily: serif,
              fontSize: 11,
              lineHeight: '18px',
              letterSpacing: '0.3em',
              paddingLeft: '0.3em',
              color: light.muted,
            }}
          >
            MENDOZA
          </div>
        </td>
      </tr>
    </tbody>
  </table>
)

const Imprint = ({ house, unsubscribeUrl }: LetterFrame) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
    <tbody>
      <tr>
        <td
          className="rule muted"
          align="center"
          style={{
            borderTop: `1px solid ${light.rule}`,
            padding: '22px 0 0',
            fontFamily: sans,
            fontSize: 13,
            lineHeight: '21px',
            color: light.muted,
          }}
        >
          <p style={{ margin: 0 }}>
            Kohue, wines of Paraje Altamira, Uco Valley, Mendoza
            <br />
            <a className="muted" href={`mailto:${house.email}`} style={{ color: light.muted }}>
              {house.email}
            </a>
            {' · '}
            <span style={{ whiteSpace: 'nowrap' }}>{house.phone}</span>
            {house.postalAddress && <br />}
            {house.postalAddress}
          </p>
          {unsubscribeUrl && (
            <p style={{ margin: '10px 0 0' }}>
              You get this letter because you joined our mailing list.{' '}
              <a className="muted" href={unsubscribeUrl} style={{ color: light.muted }}>
                Unsubscribe
              </a>
            </p>
          )}
          <p style={{ margin: '10px 0 0' }}>For adults of 21 or older.</p>
        </td>
      </tr>
    </tbody>
  </table>
)
