import { legalStatus, type LegalText } from './legal.copy.ts'
import { legalPdf, type LegalTextName } from '#platform/http/legal-pdf.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/page.tsx'

import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import styles from './legal-page.module.css'

type Props = { text: LegalText; name: LegalTextName }

/** A legal text: its PDF on wide screens, its text everywhere. */
export function LegalPage({ text, name }: Props) {
  const approved = useSiteSettings()?.site.legalApproved ?? false
  const pdf = paths.pdf(legalPdf(name, approved))
  return (
    <Page title={text.title} intro={text.summary}>
      <p className={styles.status}>
        {legalStatus(approved)}
        <ButtonLink href={pdf} kind="quiet" download data-print="no">
          <Icon name="download" size={18} /> Download the PDF
        </ButtonLink>
      </p>
      <div className={styles.both}>
        <div className={styles.words}>
          {text.sections.map((section) => (
            <section key={section.heading} id={section.id}>
              <h2>{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.list && (
                <ul>
                  {section.list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own file; sandboxed frames show no PDF */}
        <iframe
          src={`${pdf}#view=FitH&toolbar=0&navpanes=0`}
          title={`${text.title} (PDF)`}
          loading="lazy"
          className={styles.pdf}
          data-print="no"
        />
      </div>
    </Page>
  )
}
