import { Facts } from '../database/facts.ts'
import type { Database } from '../database/tables.ts'
import type { Node } from '../nodes/nodes.ts'
import { Repository } from '../repository/repository.ts'

/** Days that a node drops next, of one kind of drop. */
export interface AnnouncedDrop {
  nodeId: number
  /** Name of the node. */
  node: string
  /** What is dropped, and why: a DropKind of the store. */
  kind: string
  /** Partitions, YYYYMMDD. */
  days: readonly string[]
  /** When it was announced, microseconds. */
  at: number
}

/** The announcements of a node as they are stored, by kind. */
interface StoredDrops {
  node: string
  drops: Record<string, { days: readonly string[]; at: number }>
}

const prefix = 'announced drops of node '
const hourMicros = 3_600_000_000
/** A node announces again each hour; an older announcement belongs to a node that ended. */
const maxAgeMicros = 2 * hourMicros
/** As `maxAgeMicros`, for the kind `urgent` (a disk is nearly full), which is announced again each minute. */
const maxUrgentAgeMicros = 180_000_000

/** The days that each node drops next, for all nodes to show. */
export class AnnouncedDrops extends Repository {
  /** Replaces the days of this kind that a node drops next. Only the node itself calls it. */
  async announce({ id, name }: Node, kind: string, days: readonly string[]): Promise<void> {
    await this.feed.transaction(async (transaction, publish) => {
      const facts = new Facts(transaction, this.clock)
      const previousDrops = await readDrops(facts, id)
      if (days.length === 0 && (previousDrops?.drops[kind]?.days.length ?? 0) === 0) return
      publish('drops')
      const drops = { ...previousDrops?.drops, [kind]: { days, at: this.clock() } }
      await facts.set(`${prefix}${id}`, { node: name, drops } satisfies StoredDrops)
    })
  }

  /** When a node announced a day, microseconds; undefined: it did not. */
  async announcedAt({ id }: Node, kind: string, day: string): Promise<number | undefined> {
    const announced = (await readDrops(new Facts(this.db, this.clock), id))?.drops[kind]
    return announced?.days.includes(day) ? announced.at : undefined
  }

  /** The days that nodes drop next, without announcements of nodes that ended. */
  async list(): Promise<AnnouncedDrop[]> {
    const now = this.clock()
    const found = await allDrops(this.db)
    return found.filter(({ kind, at }) => at > now - (kind === 'urgent' ? maxUrgentAgeMicros : maxAgeMicros))
  }

  /** Calls the listener after each announcement of any node. Returns the function that removes it. */
  onChange(listener: () => void): () => void {
    return this.feed.on('drops', listener)
  }
}

async function readDrops(facts: Facts, nodeId: number): Promise<StoredDrops | undefined> {
  // Only `announce` writes these facts.
  return (await facts.get(`${prefix}${nodeId}`)) as StoredDrops | undefined
}

async function allDrops(db: Database): Promise<AnnouncedDrop[]> {
  const rows = await db
    .selectFrom('facts')
    .select(['key', 'value'])
    .where('key', 'like', `${prefix}%`)
    .orderBy('key')
    .execute()
  return rows.flatMap(({ key, value }) => {
    // Only `announce` writes these facts.
    const { node, drops } = JSON.parse(value) as StoredDrops
    const nodeId = Number(key.slice(prefix.length))
    return Object.entries(drops).map(([kind, drop]) => ({ nodeId, node, kind, ...drop }))
  })
}
