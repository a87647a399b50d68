import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { ReceivedNumbers } from './numbered-events.ts'

const blockBytes = 1_000_000
const newline = 0x0a
/**
 * The id and the number in a line of a receiver. The last ones count: a kill may have cut a line off, which
 * the next one continues.
 */
const lineForms = [
  // RFC 5424
  /^.*\[millrace@32473 id="(?<id>\d+)"[^\]]*\] *event (?<number>\d+) of many$/,
  // JSON that two installations have forwarded: the second one gives ids of its own, but keeps the time.
  /^.*"message":"event (?<number>\d+) of many","first_occurrence":(?<id>[\d.]+),.*"forwarded_by":"[^",]+,/,
  /^.*\{"id":"(?<id>\d+)".*"message":"event (?<number>\d+) of many"/,
  // GELF
  /^.*"short_message":"event (?<number>\d+) of many".*"_event_id":"(?<id>\d+)"/,
  // A trap of MILLRACE-MIB
  /^.*\.1\.6\.0 = STRING: "(?<id>\d+)".*\.1\.12\.0 = STRING: "event (?<number>\d+) of many"/,
]

/** Reads the file that a receiver writes, while it grows. */
export class ReceivedFile {
  readonly numbers: ReceivedNumbers
  readonly #file: string
  #offset = 0
  #rest: Buffer = Buffer.alloc(0)

  constructor(file: string, events: number) {
    this.#file = file
    this.numbers = new ReceivedNumbers(events)
  }

  /** Reads what was added. Returns the number of different events so far. */
  read(): number {
    if (!existsSync(this.#file)) return 0
    const file = openSync(this.#file, 'r')
    const block = Buffer.alloc(blockBytes)
    try {
      for (;;) {
        const bytes = readSync(file, block, 0, blockBytes, this.#offset)
        if (bytes === 0) return this.numbers.count
        this.#offset += bytes
        this.#add(Buffer.concat([this.#rest, block.subarray(0, bytes)]))
      }
    } finally {
      closeSync(file)
    }
  }

  #add(bytes: Buffer): void {
    const end = bytes.lastIndexOf(newline) + 1
    this.#rest = bytes.subarray(end)
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const { id, number } = lineForms.map(form => form.exec(line)?.groups).find(Boolean) ?? {}
      if (id !== undefined) this.numbers.add(Number(id), Number(number))
    }
  }
}
