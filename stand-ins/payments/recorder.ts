import { createWriteStream, type WriteStream } from 'node:fs'
import type { ApiAnswer } from './answer.ts'

export type RecordedCall = {
  method: string
  path: string
  /** The SDK's name of the parameters' declaration. */
  paramsName: string
  params: unknown
  status: number
  answer: unknown
}

type Recordable = Omit<RecordedCall, 'status' | 'answer'> & { answer: ApiAnswer }

/** Writes every call and its answer to a file of JSON lines, for the conformance test. */
export class Recorder {
  readonly #file: WriteStream

  constructor(path: string) {
    this.#file = createWriteStream(path, { flags: 'a' })
  }

  record({ method, path, paramsName, params, answer }: Recordable): void {
    const head = JSON.stringify({ method, path, paramsName, params, status: answer.status })
    this.#file.write(`${head.slice(0, -1)},"answer":${answer.body}}\n`)
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#file.end(resolve))
  }
}
