import { hostname } from 'node:os'
import { sql } from 'kysely'
import { MetadataError } from '../metadata-error.ts'
import { Repository } from '../repository.ts'
import { insertRow } from '../row.ts'
import { databaseNow } from '../sql-forms.ts'

/** A service with a data folder of its own. */
export interface Node {
  /** Small, never given to another one. */
  id: number
  name: string
}

/** A node as the others see it. */
export interface SeenNode extends Node {
  /** Where it is reached; null: it has ended, or has never started. */
  url: string | null
  /** Seconds since it was there last; null: never. */
  age: number | null
  /** What its ingest has counted, as JSON. */
  counters: string | null
}

const maxNodes = 1_000

/** The services that use or used this metadata. */
export class Nodes extends Repository {
  /**
   * The node of a data folder, which is made at its first start and keeps its name. Throws a MetadataError when the name is another one's.
   * Without a name it is that of the machine, with a number when another node has it.
   */
  async claim(folder: string, name: string | undefined): Promise<Node> {
    return await this.db.transaction().execute(async db => {
      const nodes = await db.selectFrom('nodes').select(['id', 'name', 'folder']).execute()
      const known = nodes.find(node => node.folder === folder)
      if (known !== undefined) {
        if (name !== undefined && name !== known.name) {
          throw new MetadataError(
            `This data folder is that of the node ${known.name}, and MILLRACE_NODE is ${name}. Set it to ${known.name}, or remove it; a node of another name begins with an empty data folder.`,
          )
        }
        return { id: known.id, name: known.name }
      }
      const isTaken = (text: string) => nodes.some(node => node.name === text)
      if (name !== undefined && isTaken(name)) {
        throw new MetadataError(
          `The name ${name} (MILLRACE_NODE) is that of a node with another data folder. Give this one another name.`,
        )
      }
      if (nodes.length >= maxNodes)
        throw new MetadataError(`The metadata knows ${maxNodes} nodes, and takes no more.`)
      const row = { name: name ?? freeName(isTaken), folder, created_at: this.clock(), ...notSeen }
      return { id: await insertRow(db, 'nodes', row), name: row.name }
    })
  }

  /** Tells the others that this node is there, where, and what it has counted; `url` null: it ends. */
  async markSeen(id: number, url: string | null, counters: string | null): Promise<void> {
    await this.db
      .updateTable('nodes')
      .set({ url, seen_at: databaseNow, ...(counters !== null && { counters }) })
      .where('id', '=', id)
      .execute()
  }

  /** All of them, by the clock of the database: those of the machines may differ. */
  async list(): Promise<SeenNode[]> {
    const rows = await this.db
      .selectFrom('nodes')
      .select(['id', 'name', 'url', 'counters'])
      .select(sql<number | null>`(${databaseNow} - seen_at) / 1000000`.as('age'))
      .orderBy('id')
      .execute()
    return rows
  }
}

const notSeen = { url: null, seen_at: null, counters: null }

/** The first label of the name of the machine. */
function freeName(isTaken: (name: string) => boolean): string {
  const [label = ''] = hostname().toLowerCase().split('.')
  const base =
    label
      .replace(/[^a-z0-9-]/g, '-')
      .replace(/^-+/, '')
      .slice(0, 32) || 'node'
  let name = base
  // Ends: there are at most `maxNodes` names.
  for (let number = 2; isTaken(name); number++) name = `${base}-${number}`
  return name
}
