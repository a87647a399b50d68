import type { OwnerRights } from '../../metadata/reports/owner-rights.ts'
import type { Reader } from '../../query/desk.ts'

/** The owner of a report as the query desk and the dashboards know readers. */
export function readerOf({ user, permissions, hosts }: OwnerRights): Reader {
  return {
    userId: user.id,
    managesQueries: permissions.has('manage_queries'),
    managesDashboards: permissions.has('manage_dashboards'),
    managesWidgets: permissions.has('manage_widgets'),
    permissions,
    hosts,
  }
}
