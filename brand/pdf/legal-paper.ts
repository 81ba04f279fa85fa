import type { LegalSection, LegalText } from '../../src/site/pages/legal.copy.ts'
import { drawing, escaped, paper } from './paper.ts'

/** The terms or the privacy policy, set for print. */
export async function legalPaper(text: LegalText, status: string): Promise<string> {
  return paper(
    `${text.title} · Kohue`,
    `<main class="legal">
<header>
<div class="wordmark">${await drawing('wordmark.svg')}</div>
<h1>${escaped(text.title)}</h1>
<p class="summary">${escaped(text.summary)}</p>
<p class="caps status">${escaped(status)}</p>
</header>
${text.sections.map(section).join('\n')}
</main>`,
  )
}

function section({ heading, paragraphs, list }: LegalSection): string {
  const words = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  const [first = '', ...rest] = words
  const items = list?.map((item) => `<li>${escaped(item)}</li>`).join('')
  const listed = items ? `<ul>${items}</ul>` : ''
  return `<section><h2>${escaped(heading)}</h2>${first}${listed}${rest.join('')}</section>`
}
