import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { SearchViewer } from '../../metadata/searches/list-condition.ts'
import type { SavedSearches, SavedSearchListOptions } from '../../metadata/searches/saved-searches.ts'
import type { QueryService } from '../../query/query-service.ts'
import {
  maxSavedSearchBytes,
  SavedSearch,
  SavedSearchDraft,
  SavedSearchExport,
  type SavedSearchOrderField,
  SavedSearchPatch,
  StarBody,
  savedSearchOrderFields,
} from '../../schema/dashboards/saved-search.ts'
import { callerOf } from '../auth/access.ts'
import { editorOf, queryFaults } from '../dashboards/editor.ts'
import { compileTitlePattern, exportFlag, titlePattern } from '../dashboards/list-query.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { idList, type ListPage } from '../http/validation/lists.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

export interface SavedSearchDeps {
  savedSearches: SavedSearches
  queryService: Pick<QueryService, 'validate'>
}

/** The caller as a reader and author of saved searches. */
interface Author extends SearchViewer {
  /** Throws a Fault with fields keyed `params.<member>` if the params are not valid for a Search. */
  checkParams(params: SavedSearch['params'] | undefined): void
}

const listQuery = {
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Exact match, ignoring case' })),
  title__iregex: titlePattern,
  owner: idList('Only objects of these users'),
  starred: Type.Optional(
    Type.Boolean({ description: 'true: only searches that the caller has starred; false: only others' }),
  ),
  public: Type.Boolean({
    default: false,
    description: 'Shared searches of other users instead of the caller’s own',
  }),
  show_all: Type.Boolean({
    default: false,
    description:
      'All searches that the caller may read: its own and shared searches; with manage_queries, all',
  }),
  export: exportFlag,
}

/** The caller's saved searches and shared searches; holders of manage_queries see all. */
export function savedSearchRoutes(app: App, { savedSearches, queryService }: SavedSearchDeps): void {
  const authorOf = (request: FastifyRequest): Author => ({
    ...viewerOf(request),
    checkParams(params) {
      if (params !== undefined) editorOf(request, queryService).check('Search', params)
    },
  })
  app.addSchema(SavedSearchExport)
  resourceRoutes(app, {
    path: '/api/searches',
    key: objectId,
    access: 'search',
    caller: authorOf,
    item: SavedSearch,
    shown: Type.Union([refTo(SavedSearch), refTo(SavedSearchExport)]),
    list: {
      summary: 'Saved searches',
      orderBy: savedSearchOrderFields,
      query: listQuery,
      async run(page, viewer, query) {
        const options = listOptions(page, query)
        return query.export ? savedSearches.exportList(viewer, options) : savedSearches.list(viewer, options)
      },
    },
    create: {
      summary: 'Save a search',
      faults: ['conflict', ...queryFaults],
      body: SavedSearchDraft,
      maxBodyBytes: maxSavedSearchBytes,
      status: 201,
      run: (draft, author) => savedSearches.create(author, draft),
    },
    get: {
      summary: 'One saved search',
      query: { export: exportFlag },
      run: (id, viewer, query) =>
        query.export ? savedSearches.export(viewer, id) : savedSearches.get(viewer, id),
    },
    patch: {
      summary: 'Change a saved search',
      faults: ['conflict', ...queryFaults],
      body: SavedSearchPatch,
      maxBodyBytes: maxSavedSearchBytes,
      run: (id, patch, author) => savedSearches.update(author, id, patch),
    },
    replace: {
      summary: 'Replace a saved search',
      faults: ['conflict', ...queryFaults],
      body: SavedSearchDraft,
      maxBodyBytes: maxSavedSearchBytes,
      run: (id, draft, author) => savedSearches.replace(author, id, draft),
    },
    delete: { summary: 'Delete a saved search', run: (id, viewer) => savedSearches.remove(viewer, id) },
    checkBody: ({ params }, author) => author.checkParams(params),
    checkWritable: (id, viewer) => savedSearches.checkWritable(viewer, id),
  })

  app.addSchema(StarBody)
  const exists = (request: FastifyRequest) => savedSearches.get(viewerOf(request), objectIdOf(request))
  const config = { access: 'search', exists } as const
  const answer = { params: ObjectId, response: { 200: refTo(SavedSearch) } }

  app.post(
    '/api/searches/:id/star',
    { config, schema: { summary: 'Star a saved search for the caller', body: refTo(StarBody), ...answer } },
    async request => savedSearches.star(viewerOf(request), request.params.id, request.body.starred),
  )
  app.post(
    '/api/searches/:id/use',
    {
      config,
      schema: {
        summary: 'Record a use by the caller, by which lists can be ordered (last_used_at)',
        ...answer,
      },
    },
    async request => savedSearches.use(viewerOf(request), request.params.id),
  )
}

function viewerOf(request: FastifyRequest): SearchViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesQueries: permissions.has('manage_queries') }
}

interface ListRequest {
  title?: string
  title__iregex?: string
  owner: readonly number[]
  starred?: boolean
  public: boolean
  show_all: boolean
}

function listOptions(
  page: ListPage<SavedSearchOrderField>,
  { title, title__iregex, owner, starred, public: publicOfOthers, show_all }: ListRequest,
): SavedSearchListOptions {
  return {
    ...page,
    publicOfOthers,
    showAll: show_all,
    owners: owner,
    ...(starred !== undefined && { starred }),
    ...(title !== undefined && { title }),
    ...(title__iregex !== undefined && { titleMatches: compileTitlePattern(title__iregex) }),
  }
}
