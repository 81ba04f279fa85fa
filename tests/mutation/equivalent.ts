/** Generated mutants that change nothing anyone could notice, by file and by what they change. */
export const equivalent: readonly { file: string; from: string; to: string; why: string }[] = []
