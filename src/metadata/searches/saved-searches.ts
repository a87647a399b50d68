import { sql, type Transaction } from 'kysely'
import type {
  SavedSearch,
  SavedSearchDraft,
  SavedSearchExport,
  SavedSearchOrderField,
  SavedSearchPatch,
} from '../../schema/dashboards/saved-search.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, type Tables, unixSeconds } from '../database/tables.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import { pageOfTitles } from '../lists/match-titles.ts'
import { readInParts } from '../lists/page-bytes.ts'
import { type ListOptions, type ListResult, type SortColumns, sortRows } from '../lists/select-page.ts'
import { type Edit, EditableObjects } from '../repository/owned-objects.ts'
import { requireOwnedAtMost } from '../repository/require.ts'
import { type SavedSearchFilter, type SearchViewer, savedSearchCondition } from './list-condition.ts'

export interface SavedSearchListOptions extends ListOptions<SavedSearchOrderField>, SavedSearchFilter {
  /** Called with the title of each search that meets the other conditions. Returns whether it is listed. */
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
 * Saved searches. The owner of a search and holders of manage_queries may read it. While it is public, all
 * users may. The caller has checked the permission `search`, and that the params are valid for a Search.
 */
export class SavedSearches extends EditableObjects<
  SearchViewer,
  Row,
  SavedSearch,
  SavedSearchExport,
  SavedSearchDraft,
  SavedSearchPatch
> {
  protected readonly table = 'saved_searches'
  protected readonly managerFlag = 'managesQueries'

  list(viewer: SearchViewer, options: SavedSearchListOptions): Promise<ListResult<SavedSearch>> {
    return this.#list(viewer, options, row => this.present(row, viewer))
  }

  exportList(viewer: SearchViewer, options: SavedSearchListOptions): Promise<ListResult<SavedSearchExport>> {
    return this.#list(viewer, options, contentOf)
  }

  /** Throws not_found. */
  async export(viewer: SearchViewer, id: number): Promise<SavedSearchExport> {
    return contentOf(await this.findReadable(this.db, viewer, id))
  }

  /** The viewer becomes the owner. Throws conflict when the viewer would own too many. */
  create(viewer: SearchViewer, draft: SavedSearchDraft): Promise<SavedSearch> {
    const now = this.clock()
    return this.change(viewer, async transaction => {
      await requireOwnedAtMost(maxSearchesPerOwner, transaction, 'saved_searches', viewer.userId)
      return this.quota.within(transaction, 'saved_searches', viewer.userId, () =>
        insertRow(transaction, 'saved_searches', {
          ...columnsOf(this.withDefaults(draft)),
          owner_id: viewer.userId,
          created_at: now,
          updated_at: now,
        }),
      )
    })
  }

  /** Sets whether the viewer has starred a search. Throws not_found. */
  star(viewer: SearchViewer, id: number, starred: boolean): Promise<SavedSearch> {
    return this.change(viewer, async transaction => {
      await this.findReadable(transaction, viewer, id)
      await setReader(transaction, { user_id: viewer.userId, search_id: id }, { starred: starred ? 1 : 0 })
      return id
    })
  }

  /** Records that the viewer uses a search now. Throws not_found. */
  use(viewer: SearchViewer, id: number): Promise<SavedSearch> {
    const now = this.clock()
    return this.change(viewer, async transaction => {
      await this.findReadable(transaction, viewer, id)
      await setReader(transaction, { user_id: viewer.userId, search_id: id }, { last_used_at: now })
      return id
    })
  }

  protected async rewrite({
    transaction,
    row,
    apply,
  }: Edit<SearchViewer, Row, SavedSearchExport>): Promise<void> {
    const columns = columnsOf(apply(contentOf(row)))
    await this.quota.within(transaction, 'saved_searches', row.owner_id, () =>
      updateRow(transaction, 'saved_searches', row.id, { ...columns, updated_at: this.clock() }),
    )
  }

  protected withDefaults(draft: SavedSearchDraft): SavedSearchExport {
    const { title, description = '', params = {}, columns = [], is_public = false } = draft
    return { title, description, params, columns, is_public }
  }

  protected readRow(db: Database, viewer: SearchViewer, id: number): Promise<Row | undefined> {
    return searchRows(db, viewer).where('saved_searches.id', '=', id).executeTakeFirst()
  }

  protected override mayRead(row: Row, viewer: SearchViewer): boolean {
    return row.is_public === 1 || super.mayRead(row, viewer)
  }

  protected present(row: Row, viewer: SearchViewer): SavedSearch {
    return {
      id: row.id,
      owner: ownerRef(row),
      ...contentOf(row),
      starred: row.starred === 1,
      read_only: !this.mayWrite(row, viewer),
      created_at: unixSeconds(row.created_at),
      updated_at: unixSeconds(row.updated_at),
      last_used_at: unixSeconds(row.last_used_at),
    }
  }

  async #list<Shown extends object>(
    viewer: SearchViewer,
    options: SavedSearchListOptions,
    show: (row: Row) => Shown,
  ): Promise<ListResult<Shown>> {
    const { order, titleMatches = () => true } = options
    const matching = withReader(this.db, viewer).where(eb => savedSearchCondition(eb, viewer, options))
    const titled = matching.select(['saved_searches.id', 'saved_searches.title'])
    const found = await sortRows(titled, order, sortColumns).execute()
    const { ids, itemCount } = await pageOfTitles(found, titleMatches, options)
    const objects = await readInParts(
      ids,
      async part => {
        const read = await searchRows(this.db, viewer).where('saved_searches.id', 'in', part).execute()
        const byId = new Map(read.map(row => [row.id, row]))
        return part.flatMap(id => byId.get(id) ?? []).map(show)
      },
      options.signal,
    )
    return { objects, itemCount }
  }
}

/** All searches. `reader` is the viewer's star and last use of a search, if there are any. */
function withReader(db: Database, { userId }: SearchViewer) {
  return db
    .selectFrom('saved_searches')
    .leftJoin('saved_search_readers as reader', join =>
      join.onRef('reader.search_id', '=', 'saved_searches.id').on('reader.user_id', '=', userId),
    )
}

/** Searches with the names of their owners, and the star and last use of the viewer. */
function searchRows(db: Database, viewer: SearchViewer) {
  return withReader(db, viewer)
    .innerJoin('users', 'users.id', 'saved_searches.owner_id')
    .selectAll('saved_searches')
    .select(['reader.starred', 'reader.last_used_at'])
    .select(userNameColumns)
}

type Row = Awaited<ReturnType<ReturnType<typeof searchRows>['executeTakeFirstOrThrow']>>

/** Changes a user's star or last use of a search; creates their row at the first change. */
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
