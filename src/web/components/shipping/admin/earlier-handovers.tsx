import type { HandoverRow } from '#data/shipping/handovers.ts'
import { handoversCopy as copy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { ShopMoment } from '#web/components/dates.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

/** The files that were given to shippers, to be had again byte for byte. */
export function EarlierHandovers({ handovers }: { handovers: readonly HandoverRow[] }) {
  if (handovers.length === 0) return <p>{copy.noneYet}</p>
  return (
    <DataTable label={copy.earlier}>
      <thead>
        <tr>
          <th>{copy.handover}</th>
          <th>{copy.at}</th>
          <th>{copy.by}</th>
          <th data-numeric>{copy.shipments}</th>
          <th data-numeric>{copy.cases}</th>
          <th>{copy.file}</th>
        </tr>
      </thead>
      <tbody>
        {handovers.map((one) => (
          <tr key={one.id}>
            <td>{one.number}</td>
            <td>
              <ShopMoment at={one.madeAt} />
            </td>
            <td>{one.madeBy}</td>
            <td data-numeric>{one.shipmentCount}</td>
            <td data-numeric>{one.caseCount}</td>
            <td>
              {one.isKept ? (
                <a href={paths.handoverFile(one.id)} download>
                  {copy.download}
                </a>
              ) : (
                copy.notKept
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
