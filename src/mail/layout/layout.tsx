import type { ReactNode } from 'react'

import { firstWord, isGreetable } from '#platform/text/person-name.rules.ts'

import type { EmailFrame } from '../email-site.ts'
import { CentredRow, Paragraph, Phone, Title } from './elements.tsx'
import type { OrderedWines } from './facts.tsx'
import { Wines } from './facts.tsx'
import { light, sans, serif } from './palette.ts'
import { Picture } from './pictures.tsx'

type EmailLayoutProps = EmailFrame & {
  children?: ReactNode
  kicker: string
  /** Empty: the children are the whole content. */
  title: string
  /** Whom the email greets: a full name, empty where it is not known, null for no greeting. */
  greeted: string | null
  /** The wine that it is about, below the title. */
  wines: OrderedWines
  /** Spanish to the business, English to everyone else. */
  lang: 'en' | 'es'
}

/** `Dear Ana,` by the first name of a full name; `Hello,` without a name. */
const greeting = (name: string): string =>
  isGreetable(name) ? `Dear ${firstWord(name)},` : 'Hello,'

/**
 * What all emails share: the wordmark, the title and the greeting above the content, the skyline and
 * the imprint below.
 */
export const EmailLayout = ({
  children,
  kicker,
  title,
  greeted,
  wines,
  lang,
  ...frame
}: EmailLayoutProps) => (
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
        <td className="margin" style={{ padding: '32px 48px 8px' }}>
          <Wordmark publicUrl={frame.site.publicUrl} />
          {title && <Title kicker={kicker}>{title}</Title>}
          <Wines wines={wines} />
          {greeted !== null && <Paragraph>{greeting(greeted)}</Paragraph>}
          {children}
        </td>
      </tr>
      {lang === 'en' && (
        <tr>
          <td className="foot" style={{ padding: '0 48px 36px' }}>
            <Imprint {...frame} />
          </td>
        </tr>
      )}
    </tbody>
  </table>
)

/** Where pictures are blocked, the alternative text stands in the wordmark's place and manner. */
const Wordmark = ({ publicUrl }: { publicUrl: string }) => (
  <CentredRow
    className="rule"
    margin="0 0 36px"
    style={{ borderBottom: `1px solid ${light.rule}`, padding: '0 0 18px' }}
  >
    <a
      href={publicUrl}
      className="ink"
      style={{
        fontFamily: serif,
        fontSize: 28,
        lineHeight: '32px',
        letterSpacing: '0.3em',
        color: light.ink,
        textDecoration: 'none',
      }}
    >
      <Picture name="wordmark" alt="KOHUE" />
    </a>
  </CentredRow>
)

const Imprint = ({ site, unsubscribeUrl, isByAccount, personalDataUrl }: EmailFrame) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
    <tbody>
      <tr data-plain="skip">
        <td align="center" style={{ fontSize: 0, lineHeight: 0 }}>
          <Picture name="skyline" alt="" fluid />
        </td>
      </tr>
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
            <a className="muted" href={`mailto:${site.email}`} style={{ color: light.muted }}>
              {site.email}
            </a>
            <br />
            <Phone number={site.phone} />
            {site.postalAddress && <br />}
            {site.postalAddress}
          </p>
          {unsubscribeUrl && (
            <p style={{ margin: '10px 0 0' }}>
              {isByAccount
                ? 'You are receiving this email because you chose emails in your account.'
                : 'You are receiving this email because you joined our mailing list.'}{' '}
              <a className="muted" href={unsubscribeUrl} style={{ color: light.muted }}>
                Unsubscribe
              </a>
            </p>
          )}
          {personalDataUrl && (
            <p style={{ margin: '10px 0 0' }}>
              <a className="muted" href={personalDataUrl} style={{ color: light.muted }}>
                What we keep about you
              </a>
            </p>
          )}
          <p style={{ margin: '10px 0 0' }}>For adults 21 and older.</p>
        </td>
      </tr>
    </tbody>
  </table>
)
