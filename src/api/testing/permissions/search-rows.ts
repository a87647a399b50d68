import { type Area, type PermissionRow, row } from './row.ts'

const searchOf = (isPublic: boolean): Area => ({
  needs: 'search',
  manages: 'manage_queries',
  object: async ({ people }, { ownerId }) => {
    const owner = { userId: ownerId, managesQueries: false }
    return (await people.metadata.savedSearches.create(owner, { title: 'Errors', is_public: isPublic })).id
  },
})
const own = searchOf(false)
const shared = searchOf(true)
const about = 'shared'

export const searchRows: readonly PermissionRow[] = [
  row({ needs: 'search' }, 'GET /api/searches', [401, 403, 403, 200, 200]),
  row({ needs: 'search' }, 'POST /api/searches', [401, 403, 403, 201, 201], { body: { title: 'Errors' } }),
  row(own, 'GET /api/searches/:id', [401, 403, 403, [200, 404], 200]),
  row(shared, 'GET /api/searches/:id', [401, 403, 403, 200, 200], { about }),
  row(own, 'PATCH /api/searches/:id', [401, 403, 403, [200, 404], 200], { body: { title: 'x' } }),
  row(shared, 'PATCH /api/searches/:id', [401, 403, 403, [200, 403], 200], { about, body: { title: 'x' } }),
  row(own, 'PUT /api/searches/:id', [401, 403, 403, [200, 404], 200], { body: { title: 'x' } }),
  row(shared, 'PUT /api/searches/:id', [401, 403, 403, [200, 403], 200], { about, body: { title: 'x' } }),
  row(own, 'DELETE /api/searches/:id', [401, 403, 403, [204, 404], 204]),
  row(shared, 'DELETE /api/searches/:id', [401, 403, 403, [204, 403], 204], { about }),
  row(own, 'POST /api/searches/:id/star', [401, 403, 403, [200, 404], 200], { body: { starred: true } }),
  row(shared, 'POST /api/searches/:id/star', [401, 403, 403, 200, 200], { about, body: { starred: true } }),
  row(own, 'POST /api/searches/:id/use', [401, 403, 403, [200, 404], 200]),
  row(shared, 'POST /api/searches/:id/use', [401, 403, 403, 200, 200], { about }),
]
