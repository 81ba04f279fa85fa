export const atRunTime: string[]
