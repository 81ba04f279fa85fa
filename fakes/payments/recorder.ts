import { createWriteStream, type WriteStream } from 'node:fs'

import type { ApiResult } from './api-result.ts'

export type RecordedCall = {
  method: string
  path: string
  /** The SDK's name of the parameters' declaration. */
  paramsName: string
  params: unknown
  status: number
  response: unknown
}

type Recordable = Omit<RecordedCall, 'status' | 'response'> & { response: ApiResult }

/** Writes every call and its response to a file of JSON lines, for the conformance test. */
export class Recorder {
  readonly #file: WriteStream

  constructor(path: string) {
    this.#file = createWriteStream(path, { flags: 'a' })
  }

  record({ method, path, paramsName, params, response }: Recordable): void {
    const head = JSON.stringify({ method, path, paramsName, params, status: response.status })
    this.#file.write(`${head.slice(0, -1)},"response":${response.body}}\n`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#file.end(resolve))
  }
}
