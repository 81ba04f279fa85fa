import { scriptHeader } from '#platform/http/script-redirects.ts'

export type PasskeyResponse = { options?: object; sentence?: string; next: string | null }

/** Asks the shop for a challenge, or sends what the browser made of one. Null without a network. */
export async function postPasskey(
  address: string,
  fields: Record<string, string>,
): Promise<PasskeyResponse | null> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { [scriptHeader]: '1' },
    })
    const next = response.headers.get('location')
    const isJson = response.headers.get('content-type')?.includes('json')
    return { next, ...(isJson && ((await response.json()) as object)) }
  } catch {
    return null
  }
}
