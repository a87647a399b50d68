import { Fault } from '../../../schema/fault.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { Facts } from '../../database/facts.ts'
import { Repository } from '../../repository/repository.ts'

const key = 'template_owners'
/** Maximum templates of one user: the folder has room for ten such users. */
export const maxOwnTemplates = 100

/** The user who wrote each dashboard template, by path. Files that were put into the folder have no owner. */
export class TemplateOwners extends Repository {
  /** Id of the user; undefined: no user of this service has written it. */
  async ownerOf(path: string): Promise<number | undefined> {
    return (await read(new Facts(this.db, this.clock))).get(path)
  }

  /** Paths that this user has written, also of files that are gone. */
  async ownedBy(userId: number): Promise<Set<string>> {
    const owners = await read(new Facts(this.db, this.clock))
    return new Set([...owners].flatMap(([path, id]) => (id === userId ? [path] : [])))
  }

  /** Throws conflict when the user owns too many of these paths, which are the paths of all templates. */
  async requireRoom(userId: number, paths: readonly string[]): Promise<void> {
    const own = await this.ownedBy(userId)
    if (paths.filter(path => own.has(path)).length < maxOwnTemplates) return
    throw new Fault('conflict', {
      detail: `You have ${maxOwnTemplates} templates already; DELETE /api/dashboard-templates removes one.`,
    })
  }

  /** Sets the owner of a path. Forgets owners of paths that are not among `paths`: their files are gone. */
  async set(path: string, userId: number, paths: readonly string[]): Promise<void> {
    const present = new Set(paths)
    await this.#change(owners => {
      for (const known of owners.keys()) if (!present.has(known)) owners.delete(known)
      owners.set(path, userId)
    })
  }

  async remove(path: string): Promise<void> {
    await this.#change(owners => owners.delete(path))
  }

  async #change(apply: (owners: Map<string, number>) => void): Promise<void> {
    await this.db.transaction().execute(async transaction => {
      const facts = new Facts(transaction, this.clock)
      const owners = await read(facts)
      apply(owners)
      await facts.set(key, Object.fromEntries(owners))
    })
  }
}

async function read(facts: Facts): Promise<Map<string, number>> {
  const stored = await facts.get(key)
  const entries = Object.entries(isObject(stored) ? stored : {})
  return new Map(entries.flatMap(([path, id]) => (typeof id === 'number' ? [[path, id]] : [])))
}
