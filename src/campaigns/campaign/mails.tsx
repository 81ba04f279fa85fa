import type { ReactElement } from 'react'

import type { EmailSite } from '#mail/email-site.ts'
import type { EmailTemplate, TemplatesOf } from '#mail/email-template.ts'
import { ActionLink, CentredRow, Heading, Paragraph } from '#mail/layout/elements.tsx'
import { Amounts } from '#mail/layout/facts.tsx'
import { light } from '#mail/layout/palette.ts'
import { Picture } from '#mail/layout/pictures.tsx'
import type { MailProps } from '#mail/mail.rules.ts'
import { linkTo, named } from '#mail/sample-person.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import type { Block, ButtonTarget } from './content.rules.ts'
import type { campaignMails } from './mails.rules.ts'

type BlockProps = Pick<MailProps['campaign'], 'wines' | 'keptUntil' | 'link'> & {
  block: Block
  site: EmailSite
}

function BlockOf({ block, wines, keptUntil, link, site }: BlockProps): ReactElement {
  switch (block.kind) {
    case 'heading':
      return <Heading>{block.text}</Heading>
    case 'paragraph':
      return (
        <>
          {block.text.split(/\n{2,}/).map((part, index) => (
            <Paragraph key={index}>{linesOf(part)}</Paragraph>
          ))}
        </>
      )
    case 'picture':
      return block.picture === 'skyline' ? (
        <p style={{ margin: '0 0 18px', textAlign: 'center' }} data-plain="skip">
          <Picture name={block.picture} alt={block.alt} fluid />
        </p>
      ) : (
        // A case on a light panel: its dark glass would be lost on a dark background.
        <CentredRow
          margin="0 0 24px"
          style={{ padding: '14px 0', backgroundColor: light.panel, lineHeight: 0 }}
        >
          <Picture name={caseOf[block.picture]} alt={block.alt} />
        </CentredRow>
      )
    case 'wines':
      return (
        <Amounts
          rows={[
            ...wines.map(({ title, cases, cents }) => ({
              label: `${cases} × ${title}`,
              amount: `${formatAmount(cents)} a case`,
              as: 'item' as const,
            })),
            {
              label: keptUntil ? `Set aside for you until ${keptUntil}` : 'While it lasts',
              amount: '',
              as: 'part',
            },
          ]}
        />
      )
    case 'button':
      return <ActionLink href={targets[block.target](link, site)}>{block.text}</ActionLink>
  }
}

const caseOf = {
  'bottle-malbec-2022': 'case-malbec-2022',
  'bottle-malbec-2021': 'case-malbec-2021',
  'bottle-cabernet-sauvignon-2021': 'case-cabernet-sauvignon-2021',
} as const

/** Line breaks as they were typed. */
const linesOf = (text: string) =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [<br key={index} />, line]))

const targets = {
  allocation: (link) => link,
  shop: (_, site) => site.accountUrl,
  orders: (_, site) => site.ordersUrl,
  wines: (_, site) => site.winesUrl,
  about: (_, site) => site.publicUrl + paths.about(),
} as const satisfies Record<ButtonTarget, (link: string, site: EmailSite) => string>

const sample: MailProps['campaign'] = {
  subject: 'Your allocation of the spring release',
  preheader: 'Three cases are set aside for you.',
  blocks: [
    { kind: 'heading', text: 'The 2023s are here' },
    { kind: 'picture', picture: 'bottle-malbec-2022', alt: 'A bottle of Malbec' },
    {
      kind: 'paragraph',
      text: 'Dear Ana,\n\nThree parcels of Paraje Altamira, picked within ten days of each other.',
    },
    { kind: 'wines' },
    { kind: 'button', text: 'Go to your allocation', target: 'allocation' },
  ],
  wines: [
    { title: '2023 Malbec, 3-pack of 750ml', cases: 2, cents: 45_000 },
    { title: '2023 Cabernet Sauvignon, 3-pack of 750ml', cases: 1, cents: 48_000 },
  ],
  keptUntil: 'March 12, 2027 at 5:00 PM PST',
  ...linkTo('enter/4v2Nq0t8Xw'),
  ...named,
}

/** An email that staff wrote, block by block. */
const campaign: EmailTemplate<MailProps['campaign']> = {
  subject: ({ subject }) => subject,
  preview: ({ preheader }) => preheader,
  body: ({ blocks, ...personal }, site) =>
    blocks.map((block, index) => <BlockOf key={index} {...personal} block={block} site={site} />),
  sample,
}

export const campaignEmails = {
  campaign,
  'campaign-test': campaign,
} satisfies TemplatesOf<typeof campaignMails>
