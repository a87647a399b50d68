import type { RowBuffer } from '../spool/rows/row-buffer.ts'
import { sameBytes } from '../spool/rows/signature.ts'
import { Templater } from './templater.ts'

/** Appends the templates of messages (decisions/0011) to the rows of spool files. */
export class TemplateWriter {
  readonly #templater = new Templater()
  readonly #admission = new TemplateAdmission()
  // By place of a template (see TemplateAdmission): the file that it was last written to, and its position
  // and length in the rows of that file.
  readonly #files = new Int32Array(maxPlaces)
  readonly #starts = new Int32Array(maxPlaces)
  readonly #lengths = new Int32Array(maxPlaces)
  /** The last file that got a message without a stored template. */
  #fileWithout = 0

  /**
   * Appends the template of a message to `rows`, the rows of a file: its length, then its bytes; a length of
   * 0 if the template is not stored. `at`: position of the message's length in `bytes`. `file`: number of the
   * file, from 1. Returns whether the template is new in the file. May return true for a known one.
   */
  write(
    { bytes, view }: { bytes: Buffer; view: DataView },
    at: number,
    rows: RowBuffer,
    file: number,
  ): boolean {
    const templater = this.#templater
    let length = 0
    let start = at
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[start++] ?? 0
      length += (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    templater.write(bytes, view, start, start + length)
    const place = templater.length > 0 ? this.#admission.placeOf(templater.hash, templater.secondHash) : -1
    if (place === -1) templater.length = 0
    templater.copyTo(rows)
    return place === -1 ? this.#isFirstWithout(file) : this.#isFirst(place, rows, file)
  }

  /** Compares bytes, since senders can craft other templates with the same hashes. */
  #isFirst(place: number, rows: RowBuffer, file: number): boolean {
    const { length, view } = this.#templater
    if (
      this.#files[place] === file &&
      this.#lengths[place] === length &&
      sameBytes(view, 0, rows.view, this.#starts[place] ?? 0, length)
    )
      return false
    this.#files[place] = file
    this.#lengths[place] = length
    this.#starts[place] = rows.length - length
    return true
  }

  #isFirstWithout(file: number): boolean {
    const isFirst = this.#fileWithout !== file
    this.#fileWithout = file
    return isFirst
  }
}

/** Templates per set of the set-associative table; a new one replaces the oldest of its set. */
const ways = 4
const sets = 16_384
/** Number of places, each for one template at a time. */
const maxPlaces = sets * ways
/** Maximum credit: templates that are admitted at once, at the start or after a time with few new ones. */
const maxCredit = 8_192
/** Time in which credit for one template is earned, milliseconds. */
const creditIntervalMs = 8_000
/** Below this credit, only templates that were seen before are admitted, since most others never repeat. */
const minCreditForNew = maxCredit / 2

/**
 * Decides which templates are stored: enough for the logs of machines, but few enough that free text does not
 * create a template per message. Keeps the stored templates in a table of limited size, in which each has a
 * place. A new template takes credit, which is earned over time. Forgetting a template only costs credit.
 */
export class TemplateAdmission {
  /** The second hash of the template at each place; 0 for none. */
  readonly #secondHashes = new Int32Array(maxPlaces)
  /** Which way of each set is replaced next. */
  readonly #oldest = new Uint8Array(sets)
  /** Second hashes of templates that were new recently, by the lower bits of the first hash. */
  readonly #seen = new Int32Array(65_536)
  readonly #clock: () => number
  #credit = maxCredit
  #creditAt: number

  /** `clock` returns milliseconds of a monotonic clock. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.#creditAt = clock()
  }

  /**
   * The place of the template with these two hashes, below `maxPlaces`; -1 if it must not be stored. A later
   * template may get the same place.
   */
  placeOf(hash: number, secondHash: number): number {
    // 0 means an empty place.
    const stored = secondHash === 0 ? 1 : secondHash
    const first = (hash % sets) * ways
    for (let i = first; i < first + ways; i++) if (this.#secondHashes[i] === stored) return i
    if (!this.#takeCredit(hash, stored)) return -1
    const set = hash % sets
    const way = this.#oldest[set] ?? 0
    this.#secondHashes[first + way] = stored
    this.#oldest[set] = (way + 1) % ways
    return first + way
  }

  /** Takes credit for a new template. Returns false, and takes none, if the template must not be stored. */
  #takeCredit(hash: number, secondHash: number): boolean {
    const earned = Math.floor((this.#clock() - this.#creditAt) / creditIntervalMs)
    if (earned > 0) {
      this.#credit = Math.min(maxCredit, this.#credit + earned)
      this.#creditAt += earned * creditIntervalMs
    }
    const slot = hash & 0xffff
    const wasSeen = this.#seen[slot] === secondHash
    this.#seen[slot] = secondHash
    if (this.#credit < (wasSeen ? 1 : minCreditForNew)) return false
    this.#credit--
    return true
  }
}
