import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** An answer that a retry with the same key gets again. */
export interface IdempotentAnswer {
  key: string
  /** Of the body's content, where a body of the same key with other content is another one; '' where the key says it all. */
  digest: string
  /** When it was given, Unix milliseconds. */
  at: number
  accepted: number
  tooOld: number
}

/** What one commit remembers: a line is whole or not there, and so is the commit. */
interface Line {
  files: readonly string[]
  answers: readonly IdempotentAnswer[]
}

/** `until` in milliseconds of the monotonic clock: setting the clock neither loses nor keeps a key. */
interface Remembered {
  answer: IdempotentAnswer
  until: number
}

const retentionMs = 10 * 60_000
const maxKeys = 100_000
const compactAboveBytes = 8 * 1024 * 1024

/**
 * Idempotency keys of the last ten minutes, at most 100,000, on disk before their acknowledgement. A line names the spool
 * files of its commit and is synced after these and before they get their names: so after a kill a key is
 * remembered exactly when its events are kept (see `decided`).
 */
export class IdempotencyLog {
  /** Spool files that a remembered commit has: what has still a temporary name is to be given its own. */
  readonly decided: ReadonlySet<string>
  readonly #path: string
  readonly #answers: Map<string, Remembered>
  #file: FileHandle
  #bytes: number

  private constructor(
    path: string,
    file: FileHandle,
    bytes: number,
    answers: Map<string, Remembered>,
    decided: Set<string>,
  ) {
    this.#path = path
    this.#file = file
    this.#bytes = bytes
    this.#answers = answers
    this.decided = decided
  }

  /** `now`: Unix milliseconds. */
  static async open(path: string, now: number): Promise<IdempotencyLog> {
    const answers = new Map<string, Remembered>()
    const start = performance.now()
    const decided = new Set<string>()
    for (const line of (await textOf(path)).split('\n')) {
      const read = readLine(line)
      if (read === undefined) continue
      for (const name of read.files) decided.add(name)
      for (const answer of read.answers) {
        const left = retentionMs - Math.max(0, now - answer.at)
        if (left > 0) answers.set(answer.key, { answer, until: start + left })
      }
    }
    const file = await open(path, 'a')
    return new IdempotencyLog(path, file, (await file.stat()).size, answers, decided)
  }

  /** `now`: milliseconds of the monotonic clock. */
  find(key: string, now = performance.now()): IdempotentAnswer | undefined {
    const known = this.#answers.get(key)
    return known !== undefined && now < known.until ? known.answer : undefined
  }

  /** Remembers answers of a commit whose events are in `files`; synced when it resolves. Bears repetition. */
  async append(answers: readonly IdempotentAnswer[], files: readonly string[]): Promise<void> {
    if (this.#bytes > compactAboveBytes) await this.#compact()
    // The line break before it ends what a failed write may have left.
    const text = `\n${lineOf(answers, files)}`
    await this.#file.appendFile(text)
    await this.#file.datasync()
    this.#bytes += Buffer.byteLength(text)
    const now = performance.now()
    for (const answer of answers) this.#answers.set(answer.key, { answer, until: now + retentionMs })
    this.#forget(now)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#answers) {
      if (now < until && this.#answers.size <= maxKeys) break
      this.#answers.delete(key)
    }
  }

  async #compact(): Promise<void> {
    const temporary = `${this.#path}.tmp`
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(
        lineOf(
          Array.from(this.#answers.values(), ({ answer }) => answer),
          [],
        ),
      )
      await file.datasync()
      await rename(temporary, this.#path)
      const bytes = (await file.stat()).size
      await this.#file.close()
      this.#file = file
      this.#bytes = bytes
    } catch (error) {
      if (this.#file !== file) await file.close()
      throw error
    }
  }
}

function lineOf(answers: readonly IdempotentAnswer[], files: readonly string[]): string {
  const text = JSON.stringify({ files, answers } satisfies Line)
  return `${crc32(text).toString(16)} ${text}\n`
}

/** A line as it was written, or undefined: the last may be torn. */
function readLine(line: string): Line | undefined {
  const space = line.indexOf(' ')
  if (space === -1) return undefined
  const text = line.slice(space + 1)
  if (crc32(text).toString(16) !== line.slice(0, space)) return undefined
  // The checksum holds, so `lineOfPath` wrote it.
  return JSON.parse(text) as Line
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
