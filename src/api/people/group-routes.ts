import type { Groups } from '../../metadata/people/groups.ts'
import { Group, GroupDraft, GroupPatch, groupOrderFields } from '../../schema/people/group.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes use. */
export type GroupRepository = Pick<Groups, 'list' | 'get' | 'create' | 'update' | 'replace' | 'remove'>

/** Groups, for holders of manage_users. */
export function groupRoutes(app: App, groups: GroupRepository): void {
  resourceRoutes(app, {
    path: '/api/groups',
    key: objectId,
    access: 'manage_users',
    caller: callerOf,
    item: Group,
    list: { summary: 'Groups', orderBy: groupOrderFields, run: page => groups.list(page) },
    create: {
      summary: 'Create a group',
      body: GroupDraft,
      status: 201,
      run: draft => groups.create(draft),
    },
    get: { summary: 'One group', run: id => groups.get(id) },
    patch: { summary: 'Change a group', body: GroupPatch, run: (id, patch) => groups.update(id, patch) },
    replace: { summary: 'Replace a group', body: GroupDraft, run: (id, draft) => groups.replace(id, draft) },
    delete: { summary: 'Delete a group; its members remain users', run: id => groups.remove(id) },
  })
}
