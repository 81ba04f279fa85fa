import { accountCopy } from '#accounts/account/account.copy.ts'
import { keptCardsCopy } from '#checkout/card/card.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { Block } from '#platform/layout/block.tsx'

/** The data kept about a customer, with links to download and to delete it. */
export function YourData() {
  const { title, text, download, close } = accountCopy.yourData
  return (
    <Block id="your-data" title={title}>
      <p>{text}</p>
      <p>
        <a href={paths.yourData()} download>
          {download}
        </a>
      </p>
      <p>
        <a href={paths.security()}>{accountCopy.security}</a>
      </p>
      <p>
        <a href={paths.keptCards()}>{keptCardsCopy.link}</a>
      </p>
      <p>
        <a href={paths.closeAccount()}>{close}</a>
      </p>
    </Block>
  )
}
