import { crc32 } from 'node:zlib'
import type { Assembler, Refuse } from './listener-kind.ts'

/** Header of a chunk: 0x1e 0x0f, eight bytes of message id, number of the chunk from 0, count of chunks. */
const headerBytes = 12
const maxChunks = 128
/** Drops a message if its chunks do not all arrive within this time after the first. */
const timeoutMs = 5_000
/** Measured memory of an incomplete message, without its chunks. */
const messageOverheadBytes = 512
/** Measured memory of a chunk, without its bytes. */
const chunkOverheadBytes = 576
/** Bounds of each GELF listener. */
const bounds = { maxBytes: 64 * 1024 * 1024, maxSenderBytes: 16 * 1024 * 1024 }
const expiryIntervalMs = 1_000
/** How long duplicates of the chunks of a complete message are recognized. */
const duplicateWindowMs = 5_000
/** Maximum complete messages whose duplicates are recognized; the oldest are forgotten first. */
const maxComplete = 10_000

/** Limits of the messages whose chunks have not all arrived. */
export interface ChunkBounds {
  /** Maximum memory of the incomplete messages of all senders. */
  maxBytes: number
  /** Maximum memory of the incomplete messages of one sender. */
  maxSenderBytes: number
}

/** An incomplete message. */
interface Pending {
  /** See keyOf. */
  key: string
  sender: string
  /** By number; undefined until the chunk arrives. */
  chunks: (Buffer | undefined)[]
  /** Number of chunks that have not arrived. */
  missing: number
  /** Bytes of the chunks so far, without their headers. */
  length: number
  /** Memory that the message takes. */
  memoryBytes: number
  /** Milliseconds of the monotonic clock. */
  deadline: number
}

/** A message whose chunks have all arrived. */
interface Complete {
  /** By number of the chunk. */
  checksums: readonly number[]
  /** Until when its duplicates are recognized, milliseconds of the monotonic clock. */
  until: number
}

/** Whether a datagram is a part of a message, not a whole message. */
export function isGelfChunk(datagram: Uint8Array): boolean {
  return datagram[0] === 0x1e && datagram[1] === 0x0f
}

/**
 * Joins the chunks of GELF messages, which may arrive in any order. Ids of messages are per sender. Drops an
 * incomplete message after five seconds, and the oldest ones when a sender or all senders exceed the bounds.
 */
export class GelfChunks {
  readonly #bounds: ChunkBounds
  readonly #refuse: Refuse
  /** Incomplete messages by key, oldest first, so also in the order of deadlines. */
  readonly #pending = new Map<string, Pending>()
  /** Complete messages by key, in the order of `until`. */
  readonly #complete = new Map<string, Complete>()
  /** Memory and keys of the incomplete messages of each sender, oldest first. */
  readonly #bySender = new Map<string, { bytes: number; keys: Set<string> }>()
  /** Memory of all incomplete messages. */
  #bytes = 0

  /** `refuse`: called for each dropped message, and for each invalid or contradictory chunk. */
  constructor(bounds: ChunkBounds, refuse: Refuse) {
    this.#bounds = bounds
    this.#refuse = refuse
  }

  /** Number of incomplete messages. */
  get waiting(): number {
    return this.#pending.size
  }

  /** Memory that incomplete messages take. */
  get memoryBytes(): number {
    return this.#bytes
  }

  /**
   * Adds a copy of a chunk to its message. Returns the message if it is complete now. Ignores a duplicate of
   * a chunk. `datagram` must be a chunk (isGelfChunk). `now`: milliseconds of the monotonic clock.
   */
  take(datagram: Buffer, sender: string, now: number): Buffer | undefined {
    this.expire(now)
    const number = datagram[10] ?? 0
    const count = datagram[11] ?? 0
    if (datagram.length < headerBytes || count === 0 || count > maxChunks || number >= count) {
      this.#refuse('invalid', 1)
      return undefined
    }
    if (count === 1) return datagram.subarray(headerBytes)
    const key = keyOf(datagram, sender)
    // A duplicate of a complete message's chunk. Another message with the same id has other chunks.
    const complete = this.#complete.get(key)
    if (complete !== undefined && complete.checksums[number] === checksumOf(datagram)) return undefined
    const pending = this.#pending.get(key) ?? this.#begin(key, sender, count, now)
    if (pending.chunks.length !== count) {
      this.#refuse('invalid', 1)
      return undefined
    }
    // A duplicate: the network may deliver a datagram twice.
    if (pending.chunks[number] !== undefined) return undefined
    this.#add(pending, number, datagram)
    if (pending.missing === 0) {
      this.#remove(pending)
      const chunks = pending.chunks.filter(chunk => chunk !== undefined)
      this.#recognizeDuplicates(key, chunks, now)
      return Buffer.concat(chunks, pending.length)
    }
    this.#enforceBounds(pending)
    return undefined
  }

  /** Drops messages past their deadline. */
  expire(now: number): void {
    for (const [key, { until }] of this.#complete) {
      if (until > now) break
      this.#complete.delete(key)
    }
    for (const pending of this.#pending.values()) {
      if (pending.deadline > now) return
      this.#giveUp(pending)
    }
  }

  /** Drops all incomplete messages. */
  end(): void {
    this.expire(Number.POSITIVE_INFINITY)
  }

  #begin(key: string, sender: string, count: number, now: number): Pending {
    const chunks = new Array<Buffer | undefined>(count).fill(undefined)
    const deadline = now + timeoutMs
    const pending = { key, sender, chunks, missing: count, length: 0, memoryBytes: 0, deadline }
    this.#pending.set(key, pending)
    const senderChunks = this.#bySender.get(sender) ?? { bytes: 0, keys: new Set() }
    this.#bySender.set(sender, senderChunks)
    senderChunks.keys.add(key)
    this.#addMemory(pending, messageOverheadBytes + count * 8)
    return pending
  }

  #add(pending: Pending, number: number, datagram: Buffer): void {
    const length = datagram.length - headerBytes
    // A small Buffer.from would keep a whole shared pool in memory.
    const chunk = Buffer.allocUnsafeSlow(length)
    datagram.copy(chunk, 0, headerBytes)
    pending.chunks[number] = chunk
    pending.missing--
    pending.length += length
    this.#addMemory(pending, length + chunkOverheadBytes)
  }

  #recognizeDuplicates(key: string, chunks: readonly Buffer[], now: number): void {
    // Deleted first, so that the entry moves to the end.
    this.#complete.delete(key)
    this.#complete.set(key, { checksums: chunks.map(chunk => crc32(chunk)), until: now + duplicateWindowMs })
    if (this.#complete.size <= maxComplete) return
    const [oldest = ''] = this.#complete.keys()
    this.#complete.delete(oldest)
  }

  #addMemory(pending: Pending, bytes: number): void {
    pending.memoryBytes += bytes
    this.#bytes += bytes
    const senderChunks = this.#bySender.get(pending.sender)
    if (senderChunks !== undefined) senderChunks.bytes += bytes
  }

  /** Drops old messages until the bounds hold. `latest`: the message that has grown. */
  #enforceBounds(latest: Pending): void {
    const senderChunks = this.#bySender.get(latest.sender)
    while (senderChunks !== undefined && senderChunks.bytes > this.#bounds.maxSenderBytes) {
      const [key = ''] = senderChunks.keys
      this.#giveUp(this.#pending.get(key))
    }
    while (this.#bytes > this.#bounds.maxBytes) {
      const [oldest] = this.#pending.values()
      this.#giveUp(oldest)
    }
  }

  #giveUp(pending: Pending | undefined): void {
    if (pending === undefined) return
    this.#remove(pending)
    this.#refuse('incomplete', 1)
  }

  #remove({ key, sender, memoryBytes }: Pending): void {
    this.#pending.delete(key)
    this.#bytes -= memoryBytes
    const senderChunks = this.#bySender.get(sender)
    if (senderChunks === undefined) return
    senderChunks.bytes -= memoryBytes
    senderChunks.keys.delete(key)
    if (senderChunks.keys.size === 0) this.#bySender.delete(sender)
  }
}

/** Identifies a message: its id, which is unique only for its sender, and the sender. */
function keyOf(chunk: Buffer, sender: string): string {
  return `${chunk.toString('latin1', 2, 10)}${sender}`
}

/** The checksum of a chunk without its header. */
function checksumOf(chunk: Buffer): number {
  return crc32(chunk.subarray(headerBytes))
}

/** The assembler of a GELF listener: passes on whole messages, and joins chunks by GelfChunks. */
export function gelfAssembler(refuse: Refuse): Assembler {
  const chunks = new GelfChunks(bounds, refuse)
  const timer = setInterval(() => chunks.expire(performance.now()), expiryIntervalMs)
  timer.unref()
  return {
    take: (datagram, sender, now) => (isGelfChunk(datagram) ? chunks.take(datagram, sender, now) : datagram),
    end() {
      clearInterval(timer)
      chunks.end()
    },
  }
}
