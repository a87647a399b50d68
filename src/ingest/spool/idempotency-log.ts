import { type FileHandle, open, rename } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { encodeLine, readLines } from './checksummed-lines.ts'
import { LogGrowth } from './log-growth.ts'

/** An answer to repeat when a body with the same key is sent again. */
export interface IdempotentAnswer {
  key: string
  /** See BodyIdentity. */
  digest: string
  /** When the answer was given, Unix milliseconds. */
  at: number
  accepted: number
  tooOld: number
}

/** A line of the log: the answers of one commit. On disk, tooOld is called `outOfTime`. */
interface Line {
  files: readonly string[]
  answers: readonly (Omit<IdempotentAnswer, 'tooOld'> & { outOfTime: number })[]
}

/** How long a key is remembered after its answer. */
const retentionMs = 10 * 60_000
const maxKeys = 100_000
const defaultCompactAboveBytes = 8 * 1024 * 1024

/**
 * Idempotency keys of the last ten minutes, which are on disk before their acknowledgement. Each line names
 * the spool files of its commit, and is synced after they are written and before they are renamed: after a
 * kill, a key is found exactly if its events are (see `decided`).
 */
export class IdempotencyLog {
  /** Spool files named in the log. Their commits are decided, so that SpoolFolder.recover completes them. */
  readonly decided = new Set<string>()
  readonly #path: string
  readonly #growth: LogGrowth
  /**
   * Kept by the monotonic clock, so that setting the clock neither loses nor prolongs a key. Without `max`,
   * which would allocate room for all answers at once.
   */
  readonly #answers = new LRUCache<string, IdempotentAnswer>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    ttl: retentionMs,
    ttlResolution: 0,
  })
  #file: FileHandle

  private constructor(path: string, file: FileHandle, growth: LogGrowth) {
    this.#path = path
    this.#file = file
    this.#growth = growth
  }

  /** `now`: Unix milliseconds. `compactAboveBytes`: see LogGrowth. */
  static async open(
    path: string,
    now: number,
    compactAboveBytes = defaultCompactAboveBytes,
  ): Promise<IdempotencyLog> {
    const { lines, bytes } = readLines<Line>(path)
    const growth = new LogGrowth(compactAboveBytes, bytes)
    const log = new IdempotencyLog(path, await open(path, 'a'), growth)
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

  /** Rewrites a log that has grown, with the remembered answers only. Durable once its folder is synced. */
  async compactIfDue(): Promise<void> {
    if (this.#growth.isDue) await this.#compact()
  }

  /** Writes the answers of a commit and syncs them. May be called again after a failure. */
  async append(answers: readonly IdempotentAnswer[], files: readonly string[]): Promise<void> {
    const text = lineOf(answers, files)
    await this.#file.appendFile(text)
    await this.#file.datasync()
    this.#growth.appended(Buffer.byteLength(text))
  }

  /** Makes written answers available, once their commit is complete. */
  remember(answers: readonly IdempotentAnswer[]): void {
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
      const bytes = (await file.stat()).size
      await rename(temporary, this.#path)
      await this.#file.close()
      this.#file = file
      this.#growth.compacted(bytes)
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
