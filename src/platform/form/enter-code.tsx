import { paths } from '../http/paths.rules.ts'
import { recordCopy } from './fields.copy.ts'

/** Where a code of the second factor is entered: in another tab, so that what was typed here stays. */
export const EnterCode = ({ path }: { path: string }) => (
  <a href={paths.loginCode(path)} target="_blank">
    {recordCopy.enterCode}
  </a>
)
