import { type Permission, permissions } from '../../schema/people/group.ts'

/** Usual sets of permissions, from few to all. */
export const roles = {
  viewer: ['search', 'notifications'],
  operator: ['search', 'sql', 'tasks', 'reports', 'notifications', 'triggers'],
  administrator: permissions,
} as const satisfies Record<string, readonly Permission[]>
export type Role = keyof typeof roles
// The keys of `roles` are the roles.
export const roleNames = Object.keys(roles) as Role[]

/** The role with exactly these permissions, in any order; undefined if there is no such role. */
export function roleOf(chosen: readonly Permission[]): Role | undefined {
  return roleNames.find(
    name =>
      roles[name].length === chosen.length && roles[name].every(permission => chosen.includes(permission)),
  )
}
