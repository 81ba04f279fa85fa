import { useState } from 'react'

import { ShippingPolicyLink } from '#web/components/catalogue/shipping-policy.tsx'
import { useAlert } from '#web/ui/alerts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { Chapter, Row } from './chapter.tsx'

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
