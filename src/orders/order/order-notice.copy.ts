/** Of the email to the business: `2022 Malbec, 3 bottles of 750ml` → `2022 Malbec, 3 botellas de 750 ml` */
export const lineInSpanish = (description: string): string =>
  description
    .replace(/\b(\d+) bottles? (?:of )?\(?(\d+) ?ml\)?/i, (_match, count: string, size: string) =>
      count === '1' ? `1 botella de ${size} ml` : `${count} botellas de ${size} ml`,
    )
    .replace(/\b(\d+)-pack of (\d+) ?ml/i, 'caja de $1 botellas de $2 ml')
