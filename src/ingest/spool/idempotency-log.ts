import { type FileHandle, open, rename } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { encodeLine, readLines } from './checksummed-lines.ts'

/** An answer that a retry with the same key gets again. */
export interface IdempotentAnswer {
  key: string
  /** See BodyIdentity. */
  digest: string
  /** When it was given, Unix milliseconds. */
  at: number
  accepted: number
  tooOld: number
}

/** The answers of one commit. `outOfTime` is tooOld. */
interface Line {
  files: readonly string[]
  answers: readonly (Omit<IdempotentAnswer, 'tooOld'> & { outOfTime: number })[]
}

const retentionMs = 10 * 60_000
const maxKeys = 100_000
const compactAboveBytes = 8 * 1024 * 1024

/**
 * Idempotency keys of the last ten minutes, on disk before their acknowledgement. A line names the spool files of its commit, and is synced
 * after them and before their rename: after a kill a key is found exactly when its events are (see `decided`).
 */
export class IdempotencyLog {
  /** Spool files of remembered commits: those with a temporary name get their final one. */
  readonly decided = new Set<string>()
  readonly #path: string
  /** On the monotonic clock: setting the clock neither loses nor keeps a key. With `max`, room for all would be allocated at once. */
  readonly #answers = new LRUCache<string, IdempotentAnswer>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    ttl: retentionMs,
    ttlResolution: 0,
  })
  #file: FileHandle
  #bytes: number

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path
    this.#file = file
    this.#bytes = bytes
  }

  /** `now`: Unix milliseconds. */
  static async open(path: string, now: number): Promise<IdempotencyLog> {
    const { lines, bytes } = readLines<Line>(path)
    const log = new IdempotencyLog(path, await open(path, 'a'), bytes)
    for (const { files, answers } of lines) {
      for (const name of files) log.decided.add(name)
      for (const { outOfTime, ...answer } of answers) {
        const ttl = retentionMs - Math.max(0, now - answer.at)
        if (ttl > 0) log.#answers.set(answer.key, { ...answer, tooOld: outOfTime }, { ttl })
      }
    }
    return log
  }

  find(key: string): IdempotentAnswer | undefined {
    return this.#answers.peek(key)
  }

  /** Remembers answers of a commit whose events are in `files`; synced when it resolves. May be called again after it failed. */
  async append(answers: readonly IdempotentAnswer[], files: readonly string[]): Promise<void> {
    if (this.#bytes > compactAboveBytes) await this.#compact()
    const text = lineOf(answers, files)
    await this.#file.appendFile(text)
    await this.#file.datasync()
    this.#bytes += Buffer.byteLength(text)
    for (const answer of answers) this.#answers.set(answer.key, answer)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #compact(): Promise<void> {
    const temporary = `${this.#path}.tmp`
    const file = await open(temporary, 'w')
    try {
      const answers = [...this.#answers.rvalues()].filter(answer => answer !== undefined)
      await file.writeFile(lineOf(answers, []))
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
  return encodeLine({
    files,
    answers: answers.map(({ tooOld, ...answer }) => ({ ...answer, outOfTime: tooOld })),
  } satisfies Line)
}
