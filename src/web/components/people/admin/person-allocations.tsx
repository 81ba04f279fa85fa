import { personCopy as copy } from '#domain/copy/personal-data.ts'
import type { Person } from '#use-cases/people/view-person.ts'
import { Block } from '#web/components/people/block.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

/** What releases and queues keep for a person, and what they bought of it. */
export function PersonAllocations({ allocations }: Pick<Person, 'allocations'>) {
  return (
    <Block id="allocations" title={copy.allocations}>
      {allocations.length === 0 ? (
        <p>{copy.noAllocations}</p>
      ) : (
        <DataTable label={copy.allocations} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.release}</th>
              <th scope="col">{copy.wine}</th>
              <th scope="col">{copy.units}</th>
              <th scope="col">{copy.bought}</th>
            </tr>
          </thead>
          <tbody>
            {allocations.map(({ id, release, wine, units, bought, held }) => (
              <tr key={id}>
                <td data-label={copy.release}>{release ?? copy.noRelease}</td>
                <td data-label={copy.wine}>{wine}</td>
                <td data-label={copy.units}>{units}</td>
                <td data-label={copy.bought}>
                  <span>
                    {bought}
                    {held > 0 && ` ${copy.inPayment(held)}`}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </Block>
  )
}
