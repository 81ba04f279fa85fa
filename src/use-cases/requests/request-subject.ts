import type { NewAuditEntry } from '#data/admin/audit-log.ts'
import { requestNumber } from '#domain/requests/request.ts'

/** Which request an entry of the audit log is about. */
export const requestSubject = (
  { id, number }: { id: string; number: number },
  person?: { firstName: string; lastName: string; email: string },
): Pick<NewAuditEntry, 'subjectKind' | 'subjectId' | 'subjectLabel'> => ({
  subjectKind: 'request',
  subjectId: id,
  subjectLabel: [requestNumber(number), person?.firstName, person?.lastName, person?.email]
    .filter(Boolean)
    .join(' '),
})
