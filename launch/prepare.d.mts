export const root: string
export const node24: string
export function checkMachine(): void
export function install(say: (line: string) => void): Promise<void>
export function build(say: (line: string) => void): Promise<void>
