/** How long a deletion by staff can be undone, in milliseconds. */
export const undoFor = 10_000

/** An Undo pressed at the last moment still arrives in time. */
export const undoOnItsWay = 4_000
