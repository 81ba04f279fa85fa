import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'

/** Taking a release that has not opened back to draft. */
export const BackToDraft = ({ version }: { version: number }) => (
  <Block id="release-draft" title="Back to draft">
    <Form method="post" className={stack(2, { text: 'sans' })}>
      <input type="hidden" name="version" value={version} />
      <p className={letters.quiet}>
        Everything can be changed again. The release does not open until you schedule it again.
      </p>
      <div className={cluster(2, { text: 'tight' })}>
        <Button name="intent" value="unschedule" kind="secondary">
          Back to draft
        </Button>
      </div>
    </Form>
  </Block>
)
