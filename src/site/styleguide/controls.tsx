import { useState } from 'react'

import { ShippingPolicyLink } from '#catalogue/destinations/shipping-policy.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { useAlert } from '#ui/alerts.tsx'
import type { ButtonKind } from '#ui/button.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'

import { Chapter, Row } from './chapter.tsx'

import styles from './styleguide.page.module.css'

const kinds: ButtonKind[] = ['primary', 'secondary', 'quiet']

export function Buttons() {
  return (
    <Chapter title="Buttons">
      <AllButtons />
      <div className={styles.dark} data-paper="dark">
        <AllButtons />
      </div>
    </Chapter>
  )
}

function AllButtons() {
  return kinds.map((kind) => (
    <Row key={kind}>
      <Button type="button" kind={kind}>
        Checkout
      </Button>
      <Button type="button" kind={kind} inactive>
        Inactive
      </Button>
      <Button type="button" kind={kind} disabled>
        Disabled
      </Button>
      <ButtonLink href={paths.home()} kind={kind}>
        A link <Icon name="arrow" size={18} />
      </ButtonLink>
    </Row>
  ))
}

const sentence = 'Please choose a shipping method'

export function Messages() {
  const alert = useAlert()
  const [open, setOpen] = useState<'middle' | 'side' | null>(null)
  const close = () => setOpen(null)
  return (
    <Chapter title="Messages">
      <Notice>Shipments begin in November.</Notice>
      <Notice tone="good">Your details are saved.</Notice>
      <Notice tone="bad">Please fill all fields</Notice>
      <Row>
        <Button type="button" kind="secondary" onClick={() => alert(sentence)}>
          Alert
        </Button>
        <Button type="button" kind="secondary" onClick={() => setOpen('middle')}>
          Dialog
        </Button>
        <Button type="button" kind="secondary" onClick={() => setOpen('side')}>
          Side dialog
        </Button>
        <ShippingPolicyLink />
      </Row>
      <Dialog open={open === 'middle'} onClose={close} title="A dialog">
        <p>It keeps the focus, closes with Escape, and gives the focus back.</p>
      </Dialog>
      <Dialog open={open === 'side'} onClose={close} title="My Cart" side>
        <p>Along the right edge, as the cart is.</p>
        <Button type="button" inactive onClick={() => alert(sentence)}>
          Checkout
        </Button>
      </Dialog>
    </Chapter>
  )
}

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
