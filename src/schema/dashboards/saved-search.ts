import { type Static, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import type { SearchParams } from '../query/search.ts'
import { lineText, nullable, UnixSeconds, UserReference } from '../shapes.ts'

/** Maximum size of a body with a saved search, bytes: one page of a list may have a thousand of them. */
export const maxSavedSearchBytes = 65_536

/**
 * The content of a search page: params of a Search without paging. Stored as given; the handler checks the
 * members as it checks a Search.
 */
const SavedParams = Type.Unsafe<Pick<SearchParams, 'filter' | 'sort' | 'time_range' | 'with_archive'>>(
  Type.Object(
    {
      filter: Type.Optional(Type.Array(Type.Unknown(), { title: 'Filter', description: 'Conditions' })),
      sort: Type.Optional(Type.Unknown({ title: 'Sort' })),
      time_range: Type.Optional(Type.Object({}, { title: 'Time range', description: 'A TimeRange' })),
      with_archive: Type.Optional(Type.Boolean({ title: 'Include archives' })),
    },
    {
      title: 'Params',
      description: 'Members of the params of a Search: `{"type": "Search", "params": …}` is the query',
      additionalProperties: false,
    },
  ),
)

const Column = Type.Object(
  {
    field: Type.String({ title: 'Field', minLength: 1, maxLength: maxNameLength }),
    width: Type.Optional(
      Type.Integer({ title: 'Width', description: 'CSS pixels', minimum: 1, maximum: 10_000 }),
    ),
  },
  { additionalProperties: false },
)

/** Members of a saved search that a client sets. */
const settable = {
  title: lineText({ title: 'Title', minLength: 1, maxLength: 255 }),
  description: Type.String({ title: 'Description', maxLength: 10_000 }),
  params: SavedParams,
  columns: Type.Array(Column, {
    title: 'Columns',
    description: 'Columns of the table of events, in order; if empty, the columns that the reader has chosen',
    maxItems: 200,
  }),
  is_public: Type.Boolean({ title: 'Shared', description: 'All users who may search can read it' }),
}

/** A user's saved search, as the API shows it to one reader. */
export const SavedSearch = Type.Object(
  {
    id: Type.Integer(),
    owner: UserReference,
    ...settable,
    starred: Type.Boolean({ description: 'Whether the caller has starred it' }),
    read_only: Type.Boolean({ description: 'Whether the caller may not change it' }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
    last_used_at: nullable(UnixSeconds, {
      description: 'Unix seconds: when the caller last used it; null: never',
    }),
  },
  { $id: 'SavedSearch', additionalProperties: false },
)
export type SavedSearch = Static<typeof SavedSearch>

/** Body that creates a saved search, or replaces one: absent members take their defaults. */
export const SavedSearchDraft = Type.Object(
  { ...Type.Partial(Type.Object(settable)).properties, title: settable.title },
  { $id: 'SavedSearchDraft', additionalProperties: false },
)
export type SavedSearchDraft = Static<typeof SavedSearchDraft>

/** Body that changes a saved search; absent members stay. */
export const SavedSearchPatch = Type.Partial(SavedSearchDraft, {
  $id: 'SavedSearchPatch',
  additionalProperties: false,
})
export type SavedSearchPatch = Static<typeof SavedSearchPatch>

/** A saved search in a file, without ids and owner: the body that creates it. */
export const SavedSearchExport = Type.Object(settable, {
  $id: 'SavedSearchExport',
  additionalProperties: false,
})
export type SavedSearchExport = Static<typeof SavedSearchExport>

/** Body that stars a saved search for the caller. */
export const StarBody = Type.Object(
  { starred: Type.Boolean({ title: 'Starred' }) },
  { $id: 'StarBody', additionalProperties: false },
)

/**
 * Fields that a list of saved searches can be ordered by. A search that the caller never used counts as used
 * first.
 */
export const savedSearchOrderFields = [
  'id',
  'title',
  'created_at',
  'updated_at',
  'last_used_at',
  'starred',
] as const
export type SavedSearchOrderField = (typeof savedSearchOrderFields)[number]
