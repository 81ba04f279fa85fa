/** What the page gets back of a form that was not carried out: refused, or with a preview to look at. */
export type Sent<Shown = unknown> = {
  intent: string
  /** As they were typed; several values of one field are joined by commas. */
  values: Record<string, string>
  /** The sentence of each field at fault. */
  errors: Readonly<Record<string, string>>
  /** Why it was refused, where no field is at fault. */
  refusal: string | null
  /** Refused until the code of the second factor is entered again. */
  isCodeDue?: boolean
  shown: Shown | null
}

/** Name, value and error of each field: as it was typed where the form came back, else as it is saved. */
export const fieldsOf =
  (sent: Sent | null | undefined, saved: Readonly<Record<string, string | undefined>> = {}) =>
  (name: string) => ({
    name,
    defaultValue: sent?.values[name] ?? saved[name] ?? '',
    error: sent?.errors[name],
  })

/** Name and tick of each box: as it was sent where the form came back, else as it is saved. */
export const boxesOf =
  (sent: Sent | null | undefined, saved: Readonly<Record<string, boolean>> = {}) =>
  (name: string) => ({ name, defaultChecked: sent ? name in sent.values : saved[name] === true })

/** Which of the forms of a page came back, by the fields that tell them apart. */
export const sentBy = <Shown>(
  sent: Sent<Shown> | null | undefined,
  fields: Readonly<Record<string, string>>,
): Sent<Shown> | null =>
  sent && Object.entries(fields).every(([name, value]) => (sent.values[name] ?? '') === value)
    ? sent
    : null
