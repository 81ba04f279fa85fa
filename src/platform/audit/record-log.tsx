import { Link } from 'react-router'

import { useMay } from '../access/use-may.ts'
import { paths } from '../http/paths.rules.ts'
import { Block } from '../layout/block.tsx'
import { logCopy as copy } from './audit-log.copy.ts'
import type { WordedEntry, SubjectKind } from './audit.rules.ts'
import { LogEntries } from './log-entries.tsx'

type Props = { kind: SubjectKind; id: string; entries: readonly WordedEntry[] }

/** The newest audit log entries of a record. */
export function RecordLog({ kind, id, entries }: Props) {
  const mayRead = useMay()('read-log')
  const all = <Link to={paths.auditLog({ subject: `${kind}:${id}` })}>{copy.all}</Link>
  const whole = <Link to={paths.auditLog({ person: id })}>{copy.ofPerson}</Link>
  return (
    <Block
      id="record-log"
      title={copy.onRecord}
      action={mayRead && (kind === 'user' ? whole : entries.length > 0 && all)}
    >
      {entries.length > 0 ? <LogEntries entries={entries} onRecord /> : <p>{copy.noneOnRecord}</p>}
    </Block>
  )
}
