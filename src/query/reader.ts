import { choiceOf } from '../metadata/dashboards/choice.ts'
import type { TokenScope } from '../schema/people/auth-token.ts'
import type { Permission } from '../schema/people/group.ts'
import type { Reader } from './query-service.ts'

/** Makes a reader of queries and dashboards from a user and the user's rights. */
export function readerWith(person: {
  user: { id: number }
  permissions: ReadonlySet<Permission>
  hosts: readonly string[]
  scope?: TokenScope
  isReadOnly?: true
}): Reader {
  const { user, permissions, hosts, scope, isReadOnly } = person
  return {
    userId: user.id,
    managesQueries: permissions.has('manage_queries'),
    managesDashboards: permissions.has('manage_dashboards'),
    managesWidgets: permissions.has('manage_widgets'),
    permissions,
    hosts,
    ...(isReadOnly && { readsOnly: isReadOnly }),
    ...(scope && { onlyDashboardId: scope.dashboard_id }),
    ...(scope?.values && { chosen: choiceOf(scope.values) }),
  }
}
