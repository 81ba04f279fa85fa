import { Fragment } from 'react'

import type { HandoverRow } from '#data/shipping/handovers.ts'
import { packingCopy } from '#domain/copy/packing.ts'
import { handoversCopy as copy } from '#domain/copy/shipping.ts'
import { paths } from '#domain/paths.ts'
import { slipsPerFile } from '#domain/shipping/shipper-profile.ts'
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
          <th>{packingCopy.slips}</th>
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
            <td>
              <Slips handover={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** The packing slips: several files where there are many. */
function Slips({ handover: { id, number, shipmentCount } }: { handover: HandoverRow }) {
  const parts = Math.ceil(shipmentCount / slipsPerFile)
  return Array.from({ length: parts }, (_, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <a
        href={paths.packingSlips(id, parts === 1 ? undefined : index + 1)}
        aria-label={packingCopy.slipsOf(number, index + 1)}
      >
        {parts === 1 ? packingCopy.pdf : packingCopy.part(index + 1)}
      </a>
    </Fragment>
  ))
}
