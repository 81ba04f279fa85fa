import { consentCopy as copy } from '#domain/copy/consent.ts'
import type { Consent } from '#domain/people/consent.ts'
import { ShopMoment } from '#web/components/dates.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

/** Every yes and no of an address, newest first. */
export function ConsentLedger({ entries }: { entries: readonly Consent[] }) {
  if (entries.length === 0) return <p>{copy.none}</p>
  return (
    <DataTable label={copy.title} stacked>
      <thead>
        <tr>
          <th scope="col">{copy.at}</th>
          <th scope="col">{copy.verdict}</th>
          <th scope="col">{copy.source}</th>
          <th scope="col">{copy.wording}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ at, kind, verdict, source, wording, by, counts }) => (
          <tr key={`${at.toISOString()} ${kind} ${wording}`}>
            <td data-label={copy.at}>
              <ShopMoment at={at} />
            </td>
            <td data-label={copy.verdict}>
              {copy.kinds[kind]}: {copy.verdicts[verdict]}
              {!counts && ` (${copy.notCounted})`}
            </td>
            <td data-label={copy.source}>
              {copy.sources[source]}
              {by && `, ${by}`}
            </td>
            <td data-label={copy.wording}>{wording}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
