import type { Queryable } from '#platform/database/connection.server.ts'
import type { Jobs } from '#platform/jobs/queue.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'

/** Making pictures takes minutes: one job at a time, so that other jobs run beside it. */
export const pictureQueue = 'pictures'

/** Enqueues a job that makes pictures. */
export const queuePictures = <Name extends 'label-bottles' | 'make-picture-sizes'>(
  db: Queryable,
  name: Name,
  payload: Jobs[Name],
  key: string,
): Promise<void> => queueJob(db, name, payload, key, undefined, pictureQueue)
