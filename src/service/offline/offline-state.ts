import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import type { TriggerInForce } from '../../ingest/triggers/trigger-in-force.ts'
import { syncFolder } from '../../metadata/data-folder/create-file.ts'
import type { OwnNode } from '../../metadata/nodes/nodes.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import type { RuleFile } from '../../schema/intake/rule.ts'
import type { RetentionClasses } from '../../schema/store/retention.ts'
import { thrownText } from '../../schema/thrown-text.ts'

/** The program, key and data to which a stored state belongs. A state of another origin is not used. */
export interface StateOrigin {
  /** Version of the program, which decides the shapes of rules and triggers. */
  version: string
  /** Fingerprint of the instance key. */
  key: string
  /** Address of the PostgreSQL of the metadata, without user and password; null: SQLite. */
  postgres: string | null
  /** Id of the data folder (data-folder/folder-id.ts); null with SQLite. */
  folder: string | null
  /** Number of event ids of a block. */
  blockSize: number
}

/** The state that ingest used last. */
export interface KeptState {
  /** null: the service is no node. */
  node: OwnNode | null
  /** The first ids of the blocks of event ids that are reserved and unused (SpareIds); ascending. */
  blocks: readonly number[]
  rules: readonly RuleFile[]
  triggers: readonly TriggerInForce[]
  /** Retention; null: not known. */
  retention: { days: number; classes: RetentionClasses } | null
}

interface Content extends StateOrigin, KeptState {
  /** Inode of this file. It shows a copied file, whose event ids the original may use. */
  inode: string
}

const empty: KeptState = { node: null, blocks: [], rules: [], triggers: [], retention: null }

/** The endings of a sentence about a file of another origin. */
const otherOrigin: Readonly<Record<keyof StateOrigin, string>> = {
  version: 'was written by another version of Millrace',
  key: 'was written with another instance key',
  postgres: 'belongs to another PostgreSQL',
  folder: 'belongs to another data folder',
  blockSize: 'has event ids in blocks of another size',
}
// The names of StateOrigin are the keys of a record of them.
const originMembers = Object.keys(otherOrigin) as (keyof StateOrigin)[]

/**
 * The state that ingest used last, in the file `offline.json` of the data folder. With it, a start can
 * receive events before PostgreSQL or ClickHouse answers.
 */
export class OfflineState {
  readonly #file: string
  #origin: StateOrigin
  readonly #warn: (message: string) => void
  #kept: KeptState = empty
  #fault: string | undefined

  /** Reads the file. If it is missing, damaged or of another origin, the state is empty and has a `fault`. */
  constructor(folder: string, origin: StateOrigin, warn: (message: string) => void) {
    this.#file = path.join(folder, 'offline.json')
    this.#origin = origin
    this.#warn = warn
    const read = readState(this.#file, origin)
    if (typeof read === 'string') this.#fault = read
    else this.#kept = read
  }

  /** Why a start cannot receive events with this state, as a sentence without its period; else undefined. */
  get fault(): string | undefined {
    if (this.#fault !== undefined) return this.#fault
    return this.#kept.blocks.length === 0 ? `${this.#file} has no event ids left` : undefined
  }

  get kept(): KeptState {
    return this.#kept
  }

  /**
   * Sets the fingerprint of the instance key, which the first start creates after it has read the file. Drops
   * the state of another key.
   */
  setKey(key: string): void {
    if (key !== this.#origin.key) this.#kept = empty
    this.#origin = { ...this.#origin, key }
  }

  /** Changes the state, on disk first. Throws if the file cannot be written. */
  write(change: Partial<KeptState>): void {
    const kept = { ...this.#kept, ...change }
    writeState(this.#file, this.#origin, kept)
    this.#kept = kept
    this.#fault = undefined
  }

  /** Writes changed rules, triggers or retention. Logs a warning if the file cannot be written. */
  keep(change: Pick<Partial<KeptState>, 'rules' | 'triggers' | 'retention'>): void {
    if (isDeepStrictEqual({ ...this.#kept, ...change }, this.#kept)) return
    try {
      this.write(change)
    } catch (error) {
      this.#warn(
        `${this.#file} cannot be written: a start while PostgreSQL or ClickHouse is away uses older rules and triggers: ${thrownText(error)}`,
      )
    }
  }
}

/** The state of a file, or why it cannot be used. */
function readState(file: string, origin: StateOrigin): KeptState | string {
  let text: string
  let inode: string
  try {
    text = readFileSync(file, 'utf8')
    inode = inodeOf(statSync(file, { bigint: true }))
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return `there is no ${file} yet`
    return `${file} cannot be read: ${thrownText(error)}`
  }
  const space = text.indexOf(' ')
  const body = text.slice(space + 1)
  if (space === -1 || crc32(body).toString(16) !== text.slice(0, space)) return `${file} is damaged`
  // The checksum is right, so `writeState` wrote it. Its other members have this shape if its version is
  // ours, which is checked next.
  const content = JSON.parse(body) as Content
  const other = originMembers.find(name => content[name] !== origin[name])
  if (other !== undefined) return `${file} ${otherOrigin[other]}`
  if (content.inode !== inode) return `${file} is a copy, whose event ids may be in use`
  return content
}

/** Writes the file atomically and synced. Only its owner can read it. */
function writeState(file: string, origin: StateOrigin, kept: KeptState): void {
  const temporary = `${file}.new`
  rmSync(temporary, { force: true })
  const descriptor = openSync(temporary, 'wx', 0o600)
  try {
    const content: Content = {
      ...origin,
      node: kept.node,
      blocks: kept.blocks,
      rules: kept.rules,
      triggers: kept.triggers,
      retention: kept.retention,
      inode: inodeOf(fstatSync(descriptor, { bigint: true })),
    }
    const body = JSON.stringify(content)
    writeFileSync(descriptor, `${crc32(body).toString(16)} ${body}`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, file)
  syncFolder(path.dirname(file))
}

function inodeOf({ ino }: { ino: bigint }): string {
  return String(ino)
}
