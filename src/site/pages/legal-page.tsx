import { legalPicture, type LegalTextName } from '#platform/http/legal-pdf.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { cluster, stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import { legalStatus, type LegalText } from './legal.copy.ts'

import styles from './legal-page.module.css'

type Props = { text: LegalText; name: LegalTextName }

/** A legal text, and where there is room its printed page, which leads to the PDF. */
export function LegalPage({ text, name }: Props) {
  const approved = useSiteSettings()?.site.legalApproved ?? false
  const pdf = paths.pdf(`${name}.pdf`)
  return (
    <Page title={text.title} intro={text.summary}>
      <p className={classes(cluster([0, 3], { justify: 'between', text: 'note' }), styles.status)}>
        {legalStatus(approved)}
        <ButtonLink href={pdf} kind="quiet" download data-print="no">
          <Icon name="download" size={18} /> Download the PDF
        </ButtonLink>
      </p>
      <div className={styles.both}>
        <div className={classes(stack(4), styles.words)}>
          {text.sections.map((section) => (
            <section key={section.heading} id={section.id} className={stack(1.5)}>
              <h2>{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.list && (
                <ul className={stack(0.5)}>
                  {section.list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
        <a href={pdf} target="_blank" rel="noopener" className={styles.paper} data-print="no">
          <img
            src={`/pictures/${legalPicture(name, approved)}`}
            alt={`${text.title} as a PDF, opens in a new tab`}
            width={544}
            height={704}
            loading="lazy"
          />
        </a>
      </div>
    </Page>
  )
}
