import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { nameKey, type Tables } from '../database/tables.ts'

/** The user who reads or changes saved searches. */
export interface SearchViewer {
  userId: number
  /** Holds manage_queries: reads and changes all users' searches. */
  managesQueries: boolean
}

/** Conditions of a list of saved searches, combined by AND. */
export interface SavedSearchFilter {
  /** All searches that the viewer may read, instead of the viewer's own. */
  showAll?: boolean
  /** Other users' public searches, instead of the viewer's own. */
  publicOfOthers?: boolean
  /** Owned by any of these users; empty or absent: by any user. */
  owners?: readonly number[]
  /** Starred by the viewer, or not. */
  starred?: boolean
  /** The whole title, in any letter case. */
  title?: string
}

/** `reader`: the viewer's row of `saved_search_readers`, if there is one. */
type Builder = ExpressionBuilder<
  Pick<Tables, 'saved_searches'> & { reader: { starred: number | null } },
  'saved_searches' | 'reader'
>

/** Whether a viewer without `manage_queries` may read a search: as its owner, or because it is public. */
function readableBy(eb: Builder, { userId }: SearchViewer): Expression<SqlBool> {
  return eb.or([eb('saved_searches.owner_id', '=', userId), eb('saved_searches.is_public', '=', 1)])
}

/** The searches of a filter that the viewer may read. */
export function savedSearchCondition(
  eb: Builder,
  viewer: SearchViewer,
  { showAll, publicOfOthers, owners = [], starred, title }: SavedSearchFilter,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (publicOfOthers === true) {
    conditions.push(
      eb('saved_searches.owner_id', '!=', viewer.userId),
      eb('saved_searches.is_public', '=', 1),
    )
  } else if (showAll !== true) conditions.push(eb('saved_searches.owner_id', '=', viewer.userId))
  else if (!viewer.managesQueries) conditions.push(readableBy(eb, viewer))
  if (owners.length > 0) conditions.push(eb('saved_searches.owner_id', 'in', [...owners]))
  if (starred === true) conditions.push(eb('reader.starred', '=', 1))
  if (starred === false)
    conditions.push(eb.or([eb('reader.starred', 'is', null), eb('reader.starred', '=', 0)]))
  if (title !== undefined) conditions.push(eb('saved_searches.title_key', '=', nameKey(title)))
  return eb.and(conditions)
}
