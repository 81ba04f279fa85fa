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
import { createInterface } from 'node:readline'

/**
 * An append-only file of JSON lines. Lines of one turn of the event loop go out in one write, and
 * `whenSaved` calls back once the operating system has them, so what was answered survives kill -9.
 *
 * The newest line about a thing wins. A new generation of the file is begun by appending all that is
 * still true; older generations are then deleted.
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
  #bytes = 0
  #beforeWrite: () => void = () => {}

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true })
    this.#folder = folder
    this.#name = name
  }

  /** Reads every line of every generation, oldest first, then opens the newest for appending. */
  async open(readLine: (entry: unknown) => void): Promise<void> {
    const generations = this.#generations()
    for (const generation of generations) {
      const lines = createInterface({
        input: createReadStream(this.#path(generation)),
        crlfDelay: Infinity,
      })
      for await (const line of lines) {
        const entry = parseLine(line)
        if (entry !== undefined) readLine(entry)
      }
    }
    this.#generation = (generations.at(-1) ?? 0) + 1
    this.#file = openSync(this.#path(this.#generation), 'a')
  }

  /** Called once before each write, for lines that are only worth making once a turn. */
  set beforeWrite(produce: () => void) {
    this.#beforeWrite = produce
  }

  append(line: string): void {
    this.#lines.push(line)
    this.#schedule()
  }

  /** Makes sure a write follows this turn even if nothing has been appended yet. */
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

  get bytes(): number {
    return this.#bytes
  }

  /** Begins a new generation from `lines`, and deletes the older ones once all of it is written. */
  async compact(lines: Iterable<string>): Promise<void> {
    const older = this.#generations().filter((generation) => generation < this.#generation)
    let inTurn = 0
    for (const line of lines) {
      this.append(line)
      if (++inTurn % 500 === 0) await this.saved()
    }
    await this.saved()
    await Promise.all(older.map((generation) => unlink(this.#path(generation))))
  }

  /** Turns to a fresh file, so that `compact` leaves nothing but what is still true. */
  async beginGeneration(): Promise<void> {
    await this.saved()
    if (this.#file !== null) closeSync(this.#file)
    this.#generation += 1
    this.#file = openSync(this.#path(this.#generation), 'a')
    this.#bytes = 0
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
    this.#bytes += chunk.length
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

/** The last line may be cut short by a kill; it was never answered, so it may be dropped. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
