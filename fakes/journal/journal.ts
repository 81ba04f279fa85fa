import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  write,
} from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'

/**
 * An append-only file of JSON lines. Lines of one turn of the event loop go out in one write, and
 * `whenSaved` calls back once the operating system has them, so that acknowledged changes survive kill -9.
 *
 * The newest line of an object wins. From time to time the current state is written into a new
 * generation of the file, and the older ones are deleted.
 */
export class Journal {
  readonly #folder: string
  readonly #name: string
  #generation = 0
  #file: number | null = null
  #lines: string[] = []
  #waiting: (() => void)[] = []
  #writing = false
  #scheduled = false
  #touched = false
  #entries = 0
  #beforeWrite: () => void = () => {}

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true })
    this.#folder = folder
    this.#name = name
  }

  /**
   * Reads every line of every generation, oldest first, then opens the newest for appending.
   * `readLine` returns whether the line could be parsed: the last one may be truncated by a kill;
   * its change was never acknowledged.
   */
  async open(readLine: (line: string) => boolean): Promise<void> {
    const generations = this.#generations()
    for (const generation of generations) {
      for await (const lines of chunksOfLines(this.#path(generation))) {
        for (const line of lines) {
          if (line === '' || !readLine(line)) continue
          this.#entries += 1
        }
      }
    }
    this.#generation = generations.at(-1) ?? 1
    this.#file = openSync(this.#path(this.#generation), 'a')
    // The last line may be truncated by a kill: the next one must start on a new line.
    if (generations.length > 0) this.append('')
  }

  /** Called once before each write, for lines that are serialised once per turn. */
  set beforeWrite(produce: () => void) {
    this.#beforeWrite = produce
  }

  append(line: string): void {
    this.#lines.push(line)
    this.#entries += 1
    this.#schedule()
  }

  /** Schedules a write at the end of this turn even if nothing has been appended yet. */
  touch(): void {
    this.#touched = true
    this.#schedule()
  }

  whenSaved(then: () => void): void {
    if (!this.#scheduled && !this.#writing && !this.#touched) then()
    else this.#waiting.push(then)
  }

  saved(): Promise<void> {
    return new Promise((resolve) => this.whenSaved(resolve))
  }

  /** Lines written since the last compaction, superseded ones included. */
  get entries(): number {
    return this.#entries
  }

  /**
   * Compaction: opens a new file, writes the current state into it, and deletes the older ones.
   * Changes made meanwhile go into the same file, so that the newest line still wins.
   */
  async rewrite(lines: () => Iterable<string>): Promise<void> {
    await this.saved()
    if (this.#file !== null) closeSync(this.#file)
    const older = this.#generations()
    this.#generation += 1
    this.#file = openSync(this.#path(this.#generation), 'a')
    this.#entries = 0
    let inTurn = 0
    for (const line of lines()) {
      this.append(line)
      if (++inTurn % 500 === 0) await this.saved()
    }
    await this.saved()
    await Promise.all(older.map((generation) => unlink(this.#path(generation))))
  }

  #schedule() {
    if (this.#scheduled || this.#writing) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#write()
    })
  }

  #write() {
    this.#touched = false
    this.#beforeWrite()
    const then = this.#waiting
    this.#waiting = []
    if (this.#lines.length === 0 || this.#file === null) {
      for (const callback of then) callback()
      return
    }
    const chunk = Buffer.from(`${this.#lines.join('\n')}\n`)
    this.#lines = []
    this.#writing = true
    this.#writeAll(this.#file, chunk, () => {
      this.#writing = false
      for (const callback of then) callback()
      if (this.#touched || this.#lines.length > 0 || this.#waiting.length > 0) this.#schedule()
    })
  }

  #writeAll(file: number, chunk: Buffer, then: () => void) {
    write(file, chunk, 0, chunk.length, null, (error, written) => {
      if (error) throw error
      if (written < chunk.length) this.#writeAll(file, chunk.subarray(written), then)
      else then()
    })
  }

  #path(generation: number) {
    return join(this.#folder, `${this.#name}-${String(generation).padStart(6, '0')}.ndjson`)
  }

  #generations(): number[] {
    if (!existsSync(this.#folder)) return []
    const pattern = new RegExp(`^${this.#name}-(\\d{6})\\.ndjson$`)
    return readdirSync(this.#folder)
      .map((name) => Number(pattern.exec(name)?.[1]))
      .filter((generation) => generation > 0)
      .sort((a, b) => a - b)
  }
}

async function* chunksOfLines(path: string): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = lines.pop()!
    yield lines
  }
  yield [rest]
}

/** Parses a line of JSON; undefined when it is truncated. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
