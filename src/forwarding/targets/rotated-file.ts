import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { defaultFields, type FileTarget } from '../../schema/forwarding/targets/file.ts'
import { type EventRecord, eventRecord } from '../formats/event-record.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { recordMaker } from '../formats/selected-record.ts'
import { tabLine } from '../formats/tab-line.ts'
import type { Delivery, Taken } from './delivery.ts'

const megabyte = 1_000_000
const endings = { none: '', gzip: '.gz', zstd: '.zst' } as const

/**
 * A file of events, a line each. It is synced before events count as sent. Rotated files have the time of
 * their rotation in their names, such as `firewall.json.20260102T030405123Z.gz`.
 */
export class RotatedFile implements Delivery {
  readonly #target: FileTarget
  readonly #file: string
  readonly #instance: string
  readonly #recordOf: (event: OutgoingEvent) => Partial<EventRecord>
  #handle: FileHandle
  #bytes: number
  /** When the current file was begun, milliseconds. */
  #begunMs: number

  private constructor(
    target: FileTarget,
    file: string,
    instance: string,
    current: { handle: FileHandle; bytes: number; begunMs: number },
  ) {
    this.#target = target
    this.#file = file
    this.#instance = instance
    this.#recordOf = recordMaker(target.fields, instance)
    this.#handle = current.handle
    this.#bytes = current.bytes
    this.#begunMs = current.begunMs
  }

  /** Opens the file in a folder, which is made. Finishes what an earlier process left unfinished. */
  static async open(target: FileTarget, folder: string, instance: string): Promise<RotatedFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, target.name)
    const opened = new RotatedFile(target, file, instance, await openCurrent(file))
    await opened.#compressRotated()
    return opened
  }

  async send(events: Iterable<OutgoingEvent>): Promise<Taken> {
    const { rotate_seconds = 86_400, rotate_mb = 100 } = this.#target
    const isOld = Date.now() - this.#begunMs >= rotate_seconds * 1_000
    if (this.#bytes > 0 && (isOld || this.#bytes >= rotate_mb * megabyte)) await this.#rotate()
    let text = ''
    for (const event of events) text += this.#lineOf(event)
    const lines = Buffer.from(text)
    await this.#handle.appendFile(lines)
    await this.#handle.datasync()
    this.#bytes += lines.byteLength
    return { refused: 0, confirmed: Promise.resolve() }
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  #lineOf(event: OutgoingEvent): string {
    const { format, fields = defaultFields } = this.#target
    if (format === 'tsv') return `${tabLine(eventRecord(event, this.#instance), fields)}\n`
    return `${JSON.stringify(this.#recordOf(event))}\n`
  }

  async #rotate(): Promise<void> {
    await this.#handle.close()
    await rename(this.#file, await this.#freeName())
    const { handle, bytes, begunMs } = await openCurrent(this.#file)
    this.#handle = handle
    this.#bytes = bytes
    this.#begunMs = begunMs
    await this.#compressRotated()
  }

  /** A name for the rotated file, later in order than the names of all files before it. */
  async #freeName(): Promise<string> {
    const names = await readdir(path.dirname(this.#file))
    for (let ms = Date.now(); ; ms++) {
      const time = new Date(ms).toISOString().replace(/[-:.]/g, '')
      const name = `${path.basename(this.#file)}.${time}`
      // Also not with the ending of a compressed file.
      if (!names.some(taken => taken.startsWith(name))) return path.join(path.dirname(this.#file), name)
    }
  }

  /** Compresses rotated files that are not compressed, and deletes the oldest beyond `keep_files`. */
  async #compressRotated(): Promise<void> {
    const { compression = 'gzip', keep_files = 30 } = this.#target
    const folder = path.dirname(this.#file)
    const prefix = `${path.basename(this.#file)}.`
    const isRotated = (name: string) =>
      name.startsWith(prefix) && /^\d{8}T\d{9}Z(\.gz|\.zst)?$/.test(name.slice(prefix.length))
    for (const name of await readdir(folder)) {
      // What a killed process was compressing is begun again.
      if (name.startsWith(prefix) && name.endsWith('.part')) await rm(path.join(folder, name))
      else if (isRotated(name) && compression !== 'none' && !/\.(gz|zst)$/.test(name))
        await compressFile(path.join(folder, name), compression)
    }
    const rotated = (await readdir(folder)).filter(isRotated).sort()
    for (const name of rotated.slice(0, Math.max(0, rotated.length - keep_files)))
      await rm(path.join(folder, name))
  }
}

/** Opens a file for appending. Cuts off a last line that a killed process left incomplete. */
async function openCurrent(file: string) {
  const handle = await open(file, 'a+', 0o600)
  const { size, birthtimeMs } = await handle.stat()
  const bytes = await endOfLastLine(handle, size)
  if (bytes < size) await handle.truncate(bytes)
  return { handle, bytes, begunMs: bytes === 0 ? Date.now() : birthtimeMs }
}

async function endOfLastLine(handle: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(65_536)
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - block.length)
    const { bytesRead } = await handle.read(block, 0, end - from, from)
    const newline = block.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (newline !== -1) return from + newline + 1
    end = from
  }
  return 0
}

async function compressFile(file: string, compression: 'gzip' | 'zstd'): Promise<void> {
  const whole = `${file}${endings[compression]}`
  const part = `${whole}.part`
  const compressor = compression === 'gzip' ? createGzip() : createZstdCompress()
  await pipeline(createReadStream(file), compressor, createWriteStream(part, { mode: 0o600, flush: true }))
  await rename(part, whole)
  await rm(file)
}
