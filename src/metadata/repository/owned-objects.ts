import type { Transaction } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { deleteRow } from '../database/row.ts'
import type { Database, Tables } from '../database/tables.ts'
import { Repository } from './repository.ts'

/**
 * Objects of users, rows of one table. A user who may not read an object gets not_found; one who may read but
 * not change it gets permission_denied. By default the owner and the managers of these objects do both.
 * `Shown`: an object as the API shows it.
 */
export abstract class OwnedObjects<
  Viewer extends { userId: number },
  Row extends { id: number; owner_id: number },
  Shown extends object,
> extends Repository {
  protected abstract readonly table:
    | 'report_schedules'
    | 'reports'
    | 'saved_searches'
    | 'silences'
    | 'tasks'
    | 'triggers'
  /** What the feed publishes with each change; undefined: nothing. */
  protected readonly feedKind: 'silences' | 'triggers' | undefined = undefined

  /** The member of a viewer who may read and change all users' objects. */
  protected abstract readonly managerFlag: keyof Viewer
  /** Reads a row without a check of rights. `viewer`: for columns that differ between viewers. */
  protected abstract readRow(db: Database, viewer: Viewer, id: number): Promise<Row | undefined>
  protected abstract present(row: Row, viewer: Viewer): Shown

  protected isOwnOrManaged({ owner_id }: { owner_id: number }, viewer: Viewer): boolean {
    return owner_id === viewer.userId || viewer[this.managerFlag] === true
  }

  protected mayRead(row: Row, viewer: Viewer): boolean {
    return this.isOwnOrManaged(row, viewer)
  }

  protected mayWrite(row: Row, viewer: Viewer): boolean {
    return this.isOwnOrManaged(row, viewer)
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Shown> {
    return this.present(await this.findReadable(this.db, viewer, id), viewer)
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: Viewer, id: number): Promise<void> {
    await this.findWritable(this.db, viewer, id)
  }

  /** Throws not_found, permission_denied. */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.transact(transaction => this.removeWithin(transaction, viewer, id))
  }

  /** Only the owner and managers may remove, even if `mayWrite` lets other users change. */
  protected async removeWithin(transaction: Transaction<Tables>, viewer: Viewer, id: number): Promise<void> {
    const row = await this.findReadable(transaction, viewer, id)
    if (!this.isOwnOrManaged(row, viewer)) throw new Fault('permission_denied')
    await deleteRow(transaction, this.table, id)
  }

  /** Throws not_found. */
  protected async findReadable(db: Database, viewer: Viewer, id: number): Promise<Row> {
    const row = await this.readRow(db, viewer, id)
    if (row === undefined || !this.mayRead(row, viewer)) throw new Fault('not_found')
    return row
  }

  /** Throws not_found, permission_denied. */
  protected async findWritable(db: Database, viewer: Viewer, id: number): Promise<Row> {
    const row = await this.findReadable(db, viewer, id)
    if (!this.mayWrite(row, viewer)) throw new Fault('permission_denied')
    return row
  }

  /** Runs a change in one transaction, which the feed publishes. */
  protected transact<Result>(change: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    return this.feed.transaction((transaction, publish) => {
      if (this.feedKind !== undefined) publish(this.feedKind)
      return change(transaction)
    })
  }

  /** Runs a change that returns an id. Returns that object, even if the viewer may no longer read it. */
  protected async change(
    viewer: Viewer,
    apply: (transaction: Transaction<Tables>) => Promise<number>,
  ): Promise<Shown> {
    const row = await this.transact(async transaction =>
      this.readRow(transaction, viewer, await apply(transaction)),
    )
    if (row === undefined) throw new Fault('not_found')
    return this.present(row, viewer)
  }
}

/** A change of the content of a row, in a transaction. */
export interface Edit<Viewer, Row, Content> {
  transaction: Transaction<Tables>
  viewer: Viewer
  row: Row
  apply: (before: Content) => Content
}

/** Objects whose `Content`, the members that users set, is changed member by member or all at once. */
export abstract class EditableObjects<
  Viewer extends { userId: number },
  Row extends { id: number; owner_id: number },
  Shown extends object,
  Content extends object,
  Draft,
  Patch extends object,
> extends OwnedObjects<Viewer, Row, Shown> {
  /** The content of a new object. */
  protected abstract withDefaults(draft: Draft): Content
  /** Stores what `apply` makes of the content of a row, within the quota of its owner. */
  protected abstract rewrite(edit: Edit<Viewer, Row, Content>): Promise<void>

  /** Keeps absent members. Throws not_found, permission_denied, conflict, validation. */
  update(viewer: Viewer, id: number, patch: Patch): Promise<Shown> {
    return this.#rewrite(viewer, id, before => ({ ...before, ...patch }))
  }

  /** As `update`; absent members become what they are in a new object. */
  replace(viewer: Viewer, id: number, draft: Draft): Promise<Shown> {
    return this.#rewrite(viewer, id, () => this.withDefaults(draft))
  }

  #rewrite(viewer: Viewer, id: number, apply: (before: Content) => Content): Promise<Shown> {
    return this.change(viewer, async transaction => {
      const row = await this.findWritable(transaction, viewer, id)
      await this.rewrite({ transaction, viewer, row, apply })
      return id
    })
  }
}
