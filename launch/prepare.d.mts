export const root: string
export const node24: string
export function checkMachine(): void
export function install(print: (line: string) => void): Promise<void>
export function build(print: (line: string) => void): Promise<void>
