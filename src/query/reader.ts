import type { Permission } from '../schema/group.ts'
import type { Reader } from './query-service.ts'

/** A person with these rights as a reader of queries and dashboards. */
export function readerWith(person: {
  user: { id: number }
  permissions: ReadonlySet<Permission>
  hosts: readonly string[]
  scope?: { dashboardId: number }
}): Reader {
  const { user, permissions, hosts, scope } = person
  return {
    userId: user.id,
    managesQueries: permissions.has('manage_queries'),
    managesDashboards: permissions.has('manage_dashboards'),
    managesWidgets: permissions.has('manage_widgets'),
    permissions,
    hosts,
    ...(scope && { onlyDashboardId: scope.dashboardId }),
  }
}
