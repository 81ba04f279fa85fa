/** Whether a value is one of a list, such as a posted text among the choices of a form. */
export const isOneOf = <Value extends string>(
  values: readonly Value[],
  value: unknown,
): value is Value => (values as readonly unknown[]).includes(value)
