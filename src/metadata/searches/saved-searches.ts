import { sql, type Transaction } from 'kysely'
import type {
  SavedSearch,
  SavedSearchDraft,
  SavedSearchExport,
  SavedSearchOrderField,
  SavedSearchPatch,
} from '../../schema/dashboards/saved-search.ts'
import { Fault } from '../../schema/fault.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import { matchTitles } from '../lists/match-titles.ts'
import { readInParts } from '../lists/page-bytes.ts'
import { type ListOptions, type ListResult, type SortColumns, sortRows } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { requireAtMost } from '../repository/require.ts'
import { type SavedSearchFilter, type SearchViewer, savedSearchCondition } from './list-condition.ts'

export interface SavedSearchListOptions extends ListOptions<SavedSearchOrderField>, SavedSearchFilter {
  /** Called for every title that the other conditions leave. */
  titleMatches?: (title: string) => boolean
}

const sortColumns: SortColumns<SavedSearchOrderField> = {
  table: 'saved_searches',
  keys: {
    title: sql.ref('saved_searches.title_key'),
    starred: sql`coalesce(reader.starred, 0)`,
    last_used_at: sql`coalesce(reader.last_used_at, 0)`,
  },
}

export const maxSearchesPerOwner = 1_000

/**
 * Saved searches. A search is read by its owner, by holders of manage_queries and, when it is shared, by
 * everybody; others get not_found. Its owner and the managers change it; others who read it get
 * permission_denied. The caller has checked the permission `search`, and that the params are valid for a
 * Search.
 */
export class SavedSearches extends Repository {
  list(viewer: SearchViewer, options: SavedSearchListOptions): Promise<ListResult<SavedSearch>> {
    return this.#list(viewer, options, row => present(row, viewer))
  }

  exportList(viewer: SearchViewer, options: SavedSearchListOptions): Promise<ListResult<SavedSearchExport>> {
    return this.#list(viewer, options, contentOf)
  }

  /** Throws not_found. */
  async get(viewer: SearchViewer, id: number): Promise<SavedSearch> {
    return present(await findReadable(this.db, viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: SearchViewer, id: number): Promise<SavedSearchExport> {
    return contentOf(await findReadable(this.db, viewer, id))
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: SearchViewer, id: number): Promise<void> {
    await findWritable(this.db, viewer, id)
  }

  /** The viewer becomes the owner. Throws conflict when the viewer would own too many. */
  create(viewer: SearchViewer, draft: SavedSearchDraft): Promise<SavedSearch> {
    const now = this.clock()
    return this.#change(viewer, async transaction => {
      const owned = transaction.selectFrom('saved_searches').where('owner_id', '=', viewer.userId)
      const detail = `A user owns at most ${maxSearchesPerOwner} saved searches.`
      await requireAtMost(maxSearchesPerOwner, owned, detail)
      return this.quota.within(transaction, 'saved_searches', viewer.userId, () =>
        insertRow(transaction, 'saved_searches', {
          ...columnsOf(withDefaults(draft)),
          owner_id: viewer.userId,
          created_at: now,
          updated_at: now,
        }),
      )
    })
  }

  /** Throws not_found, permission_denied. */
  update(viewer: SearchViewer, id: number, patch: SavedSearchPatch): Promise<SavedSearch> {
    const now = this.clock()
    return this.#change(viewer, async transaction => {
      const row = await findWritable(transaction, viewer, id)
      const columns = columnsOf({ ...contentOf(row), ...patch })
      await this.quota.within(transaction, 'saved_searches', row.owner_id, () =>
        updateRow(transaction, 'saved_searches', id, { ...columns, updated_at: now }),
      )
      return id
    })
  }

  /** As `update`; absent members become what they are in a new saved search. */
  replace(viewer: SearchViewer, id: number, draft: SavedSearchDraft): Promise<SavedSearch> {
    return this.update(viewer, id, withDefaults(draft))
  }

  /** Stars it for the viewer only. Throws not_found. */
  star(viewer: SearchViewer, id: number, starred: boolean): Promise<SavedSearch> {
    return this.#change(viewer, async transaction => {
      await findReadable(transaction, viewer, id)
      await setReader(transaction, { user_id: viewer.userId, search_id: id }, { starred: starred ? 1 : 0 })
      return id
    })
  }

  /** Records that the viewer uses it now. Throws not_found. */
  use(viewer: SearchViewer, id: number): Promise<SavedSearch> {
    const now = this.clock()
    return this.#change(viewer, async transaction => {
      await findReadable(transaction, viewer, id)
      await setReader(transaction, { user_id: viewer.userId, search_id: id }, { last_used_at: now })
      return id
    })
  }

  /** Throws not_found, permission_denied. */
  async remove(viewer: SearchViewer, id: number): Promise<void> {
    await this.db.transaction().execute(async transaction => {
      await findWritable(transaction, viewer, id)
      await transaction.deleteFrom('saved_searches').where('id', '=', id).execute()
    })
  }

  #change(
    viewer: SearchViewer,
    apply: (transaction: Transaction<Tables>) => Promise<number>,
  ): Promise<SavedSearch> {
    return this.db.transaction().execute(async transaction => {
      const id = await apply(transaction)
      return present(
        await rows(transaction, viewer).where('saved_searches.id', '=', id).executeTakeFirstOrThrow(),
        viewer,
      )
    })
  }

  async #list<Shown extends object>(
    viewer: SearchViewer,
    options: SavedSearchListOptions,
    show: (row: Row) => Shown,
  ): Promise<ListResult<Shown>> {
    const { offset, limit, order, titleMatches = () => true } = options
    const matching = withReader(this.db, viewer).where(eb => savedSearchCondition(eb, viewer, options))
    // SQLite has no regular expressions of linear time, and users write the pattern, so titles are matched
    // here.
    const titled = matching.select(['saved_searches.id', 'saved_searches.title'])
    const found = await sortRows(titled, order, sortColumns).execute()
    const ids = (await matchTitles(found, titleMatches)).map(({ id }) => id)
    const objects = await readInParts(
      ids.slice(offset, offset + limit),
      async part => {
        const read = await rows(this.db, viewer).where('saved_searches.id', 'in', part).execute()
        const byId = new Map(read.map(row => [row.id, row]))
        return part.flatMap(id => byId.get(id) ?? []).map(show)
      },
      options.signal,
    )
    return { objects, itemCount: ids.length }
  }
}

function withReader(db: Database, { userId }: SearchViewer) {
  return db
    .selectFrom('saved_searches')
    .leftJoin('saved_search_readers as reader', join =>
      join.onRef('reader.search_id', '=', 'saved_searches.id').on('reader.user_id', '=', userId),
    )
}

function rows(db: Database, viewer: SearchViewer) {
  return withReader(db, viewer)
    .innerJoin('users', 'users.id', 'saved_searches.owner_id')
    .selectAll('saved_searches')
    .select(['reader.starred', 'reader.last_used_at'])
    .select(userNameColumns)
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

async function findReadable(db: Database, viewer: SearchViewer, id: number): Promise<Row> {
  const row = await rows(db, viewer).where('saved_searches.id', '=', id).executeTakeFirst()
  if (row === undefined || !(row.is_public === 1 || mayWrite(row, viewer))) throw new Fault('not_found')
  return row
}

async function findWritable(db: Database, viewer: SearchViewer, id: number): Promise<Row> {
  const row = await findReadable(db, viewer, id)
  if (!mayWrite(row, viewer)) throw new Fault('permission_denied')
  return row
}

function mayWrite({ owner_id }: Row, { userId, managesQueries }: SearchViewer): boolean {
  return owner_id === userId || managesQueries
}

async function setReader(
  transaction: Transaction<Tables>,
  key: { user_id: number; search_id: number },
  change: { starred: 0 | 1 } | { last_used_at: number },
): Promise<void> {
  await transaction
    .insertInto('saved_search_readers')
    .values({ ...key, starred: 0, last_used_at: null, ...change })
    .onConflict(conflict => conflict.columns(['user_id', 'search_id']).doUpdateSet(change))
    .execute()
}

function withDefaults(draft: SavedSearchDraft): SavedSearchExport {
  const { title, description = '', params = {}, columns = [], is_public = false } = draft
  return { title, description, params, columns, is_public }
}

function columnsOf({ title, description, params, columns, is_public }: SavedSearchExport) {
  return {
    title,
    title_key: nameKey(title),
    description,
    params: JSON.stringify(params),
    columns: JSON.stringify(columns),
    is_public: is_public ? (1 as const) : (0 as const),
  }
}

function contentOf(row: Row): SavedSearchExport {
  return {
    title: row.title,
    description: row.description,
    // Both columns are written by columnsOf.
    params: JSON.parse(row.params) as SavedSearch['params'],
    columns: JSON.parse(row.columns) as SavedSearch['columns'],
    is_public: row.is_public === 1,
  }
}

function present(row: Row, viewer: SearchViewer): SavedSearch {
  return {
    id: row.id,
    owner: ownerRef(row),
    ...contentOf(row),
    starred: row.starred === 1,
    read_only: !mayWrite(row, viewer),
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
    last_used_at: unixSeconds(row.last_used_at),
  }
}
