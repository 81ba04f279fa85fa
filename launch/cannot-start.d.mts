export class CannotStart extends Error {}
export function endWith(error: unknown): never
