import { DataTable } from '#web/ui/data-table.tsx'

import { Chapter } from './chapter.tsx'

const rows = [
  { date: '11/20/2026', wine: '2022 Malbec', quantity: 2 },
  { date: '3/4/2026', wine: '2021 Cabernet Sauvignon', quantity: 1 },
]

export function Tables() {
  return (
    <Chapter title="Tables">
      <DataTable label="Orders" stacked>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              <button type="button">Date</button>
            </th>
            <th scope="col">Purchased</th>
            <th scope="col" data-numeric>
              Qty
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.date}>
              <td data-label="Date">{row.date}</td>
              <td data-label="Purchased">{row.wine}</td>
              <td data-label="Qty" data-numeric>
                {row.quantity}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Chapter>
  )
}
