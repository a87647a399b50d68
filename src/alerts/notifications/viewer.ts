import type { Permission } from '../../metadata/identity/identity.ts'
import type { NotificationViewer } from '../../metadata/triggers/notification-groups.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'

/** A user with these rights as a reader of notifications. */
export function notificationViewer(
  {
    userId,
    permissions,
    hosts,
  }: { userId: number; permissions: ReadonlySet<Permission>; hosts: readonly string[] },
  visibility: HostVisibility,
): NotificationViewer {
  return {
    userId,
    managesTriggers: permissions.has('manage_triggers'),
    usesTriggers: permissions.has('triggers'),
    seesHost: visibility.limitOf(hosts),
    coversHosts: patterns => visibility.covers(hosts, patterns),
  }
}
