import { hostname } from 'node:os'
import { sql } from 'kysely'
import { MetadataError } from '../database/metadata-error.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { databaseNow } from '../database/sql-forms.ts'
import type { Database } from '../database/tables.ts'
import { Repository } from '../repository/repository.ts'
import { requireKeyInForce } from '../secrets/key-in-force.ts'
import { freeRemainder, maxNodes } from './remainders.ts'

/** A service with a data folder of its own. */
export interface Node {
  /** Small, never given to another node. */
  id: number
  name: string
}

/** The node of this process. */
export interface OwnNode extends Node {
  /** Id of its data folder. */
  folder: string
  /** Remainder of its batch numbers and event ids: see remainders.ts. */
  remainder: number
}

/** A node as the others see it. */
export interface SeenNode extends Node {
  /** URL at which it is reached; null: it has ended, or has never started. */
  url: string | null
  /** Time since it was last seen; null: never. */
  ageSeconds: number | null
  /** Counters of its ingest, as JSON; null: it has not reported any, or they were not read. */
  counters: string | null
  /** Version of its program; null: not reported yet. */
  version: string | null
  /** Whether it was removed. Its row and its counters stay. */
  isRemoved: boolean
  /** Milliseconds by which its clock is ahead of the clock of the database; null: not reported yet. */
  clockSkewMs: number | null
}

/** The state that a node reports to the others. `url` null: it ends. */
export interface NodeState {
  url: string | null
  counters: string | null
  version: string
  clockSkewMs: number | null
}

/** A larger difference to the database is a wrong clock: clocks that NTP sets differ by less. */
const maxClockSkewMs = 2_000
/** A node that was not seen for longer has ended or is cut off. */
const maxAgeSeconds = 10

/** Whether a node has reported itself within the last seconds, and not ended. */
export function isRunning({ url, ageSeconds }: Pick<SeenNode, 'url' | 'ageSeconds'>): boolean {
  return url !== null && ageSeconds !== null && ageSeconds <= maxAgeSeconds
}

/** Whether a clock that is ahead by this much (negative: behind) is wrong. */
export function isWrongClock(skewMs: number | null): skewMs is number {
  return skewMs !== null && Math.abs(skewMs) > maxClockSkewMs
}

/** The services that use or used this metadata. */
export class Nodes extends Repository {
  /**
   * The node of a data folder. Its first start creates it, and it keeps its name. Without `name` it gets the
   * machine's name, with a number if another node has that name. A removed node that starts again is
   * restored, with another remainder. Throws a MetadataError if another node has `name`, if this node has
   * another name, or if there are too many nodes.
   */
  async claim(folder: string, name: string | undefined): Promise<OwnNode> {
    return await this.db.transaction().execute(async db => {
      await requireKeyInForce(db, this.keyring)
      const nodes = await db
        .selectFrom('nodes')
        .select(['id', 'name', 'folder', 'removed_at', 'remainder', 'next_event_id'])
        .execute()
      const known = nodes.find(node => node.folder === folder)
      if (known !== undefined && known.removed_at === null) {
        requireSameName(known.name, name)
        const own = { id: known.id, name: known.name, folder }
        if (known.remainder !== null) return { ...own, remainder: known.remainder }
        const numbers = newNumbers(nodes)
        await updateRow(db, 'nodes', known.id, numbers)
        return { ...own, remainder: numbers.remainder }
      }
      // A new node, or a removed one that starts again.
      const nodeName = newName(nodes, name ?? known?.name.replace(removedSuffix, ''))
      if (nodes.filter(node => node.removed_at === null).length >= maxNodes)
        throw new MetadataError(
          `The metadata knows ${maxNodes} nodes, and takes no more. Remove a node that is gone: millrace nodes remove.`,
        )
      const numbers = newNumbers(nodes)
      let id: number
      if (known === undefined) {
        const row = { name: nodeName, folder, created_at: this.clock(), ...notSeen, ...numbers }
        id = await insertRow(db, 'nodes', row)
      } else {
        id = known.id
        await updateRow(db, 'nodes', id, { name: nodeName, removed_at: null, ...numbers })
      }
      return { id, name: nodeName, folder, remainder: numbers.remainder }
    })
  }

  /** Reports that this node runs, or that it ends. */
  async markSeen(id: number, { url, counters, version, clockSkewMs }: NodeState): Promise<void> {
    const state = { url, version, clock_skew_ms: clockSkewMs, counters: counters ?? undefined }
    await updateRow(this.beside, 'nodes', id, { ...state, seen_at: databaseNow })
  }

  /**
   * All nodes, by id. Ages are by the clock of the database, since the clocks of the machines may differ.
   * `withCounters` false: without counters, which are longer than all the rest.
   */
  list({ withCounters = true }: { withCounters?: boolean } = {}): Promise<SeenNode[]> {
    return listNodes(this.db, withCounters)
  }

  /**
   * Removes a node that will not come back: its name is free for another data folder. Its row stays, as do
   * its counts, the batches that it recorded and the numbers of its spool files. Throws a MetadataError for a
   * node that runs.
   */
  async remove(name: string): Promise<void> {
    await this.db.transaction().execute(async db => {
      const nodes = (await listNodes(db)).filter(({ isRemoved }) => !isRemoved)
      const node = nodes.find(each => each.name === name)
      if (node === undefined)
        throw new MetadataError(
          `There is no node ${name}. Nodes: ${nodes.map(each => each.name).join(', ') || 'none'}.`,
        )
      if (isRunning(node)) throw new MetadataError(`The node ${name} runs. Stop it first.`)
      const removed = { name: `${name}#${node.id}`, url: null, removed_at: this.clock() }
      await updateRow(db, 'nodes', node.id, removed)
    })
  }
}

/** Throws a MetadataError that names the nodes that run, or did a moment ago. */
export async function requireNodesStopped(db: Database): Promise<void> {
  const running = (await listNodes(db)).filter(isRunning)
  if (running.length === 0) return
  const names = running.map(({ name }) => name).join(', ')
  throw new MetadataError(`Stop all nodes first; these run, or did a moment ago: ${names}.`)
}

/** Suffix of the name of a removed node; no other name has the character. */
const removedSuffix = /#\d+$/

const notSeen = {
  url: null,
  seen_at: null,
  counters: null,
  version: null,
  removed_at: null,
  clock_skew_ms: null,
}

async function listNodes(db: Database, withCounters = false): Promise<SeenNode[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'url', 'version', 'removed_at', 'clock_skew_ms'])
    .select(eb => (withCounters ? eb.ref('counters') : eb.val<string | null>(null)).as('counters'))
    .select(sql<number | null>`(${databaseNow} - seen_at) / 1000000`.as('ageSeconds'))
    .orderBy('id')
    .execute()
  return rows.map(({ removed_at, clock_skew_ms, ...node }) => ({
    ...node,
    isRemoved: removed_at !== null,
    clockSkewMs: clock_skew_ms,
  }))
}

/** Throws a MetadataError if a node that started before is given another name. */
function requireSameName(known: string, given: string | undefined): void {
  if (given === undefined || given === known) return
  throw new MetadataError(
    `This data folder is that of the node ${known}, and MILLRACE_NODE is ${given}. Set it to ${known}, or remove it. A node with another name needs an empty data folder.`,
  )
}

/** The name of a new node. Throws a MetadataError if another node has the `wanted` name. */
function newName(nodes: readonly { name: string }[], wanted: string | undefined): string {
  const isTaken = (name: string) => nodes.some(node => node.name === name)
  if (wanted === undefined) return freeName(isTaken)
  if (!isTaken(wanted)) return wanted
  throw new MetadataError(
    `The name ${wanted} (MILLRACE_NODE) is that of a node with another data folder. Give this one another name.`,
  )
}

/**
 * A remainder for a node, and its lowest event id. A removed node may have had the remainder, so the id is
 * above all that any node has reserved.
 */
function newNumbers(
  nodes: readonly { remainder: number | null; removed_at: number | null; next_event_id: number | null }[],
) {
  const reserved = nodes.flatMap(({ next_event_id }) => next_event_id ?? [])
  return {
    remainder: freeRemainder(nodes),
    next_event_id: reserved.length === 0 ? null : Math.max(...reserved),
  }
}

/** The first label of the machine's host name, with a number if the name is taken. */
function freeName(isTaken: (name: string) => boolean): string {
  const [label = ''] = hostname().toLowerCase().split('.')
  const base =
    label
      .replace(/[^a-z0-9-]/g, '-')
      .replace(/^-+/, '')
      .slice(0, 32) || 'node'
  let name = base
  // Ends, since no more names are taken than there are nodes.
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`
  return name
}
