/** How long a deletion by staff can be undone, in milliseconds. */
export const undoMillis = 10_000

/** An Undo pressed at the last moment still arrives in time. */
export const undoGraceMillis = 4_000
