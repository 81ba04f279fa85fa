import { Form, useLocation, useNavigate, useSearchParams } from 'react-router'

import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { urlWith, usePageUrl } from '#platform/layout/use-page-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

/** Prompts for the secret word while the URL has `ask=year`. Only the server has the word. */
export function SecretPrompt() {
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const here = usePageUrl(false)
  const isOpen = params.get('ask') === 'year'
  const close = () => {
    if (!isOpen) return
    const closed = urlWith(pathname, search, { ask: null })
    void navigate(closed, { replace: true, preventScrollReset: true })
  }
  return (
    <Dialog open={isOpen} onClose={close} title={releaseCopy.secretTitle}>
      <Form method="post" action={paths.preview()} className={stack(2)} preventScrollReset replace>
        <input type="hidden" name="to" value={here} />
        <TextField
          label={releaseCopy.secretLabel}
          name="answer"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          data-focus-first
        />
        <Button>{releaseCopy.secretSend}</Button>
      </Form>
    </Dialog>
  )
}
