import type { PasswordPolicy } from '../../metadata/people/password-policy.ts'
import type { Users } from '../../metadata/people/users.ts'
import { User, UserDraft, UserPatch, userOrderFields } from '../../schema/people/user.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'

/** The part of metadata that these routes use. */
export type UserRepository = Pick<
  Users,
  'list' | 'names' | 'get' | 'account' | 'hasExternalAccount' | 'create' | 'update' | 'replace' | 'remove'
>

export interface UserDeps {
  users: UserRepository
  passwords: Pick<PasswordPolicy, 'check'>
}

/** All users, for holders of manage_users. */
export function userRoutes(app: App, { users, passwords }: UserDeps): void {
  resourceRoutes(app, {
    path: '/api/users',
    key: objectId,
    access: 'manage_users',
    caller: callerOf,
    item: User,
    list: { summary: 'Users', orderBy: userOrderFields, run: page => users.list(page) },
    create: {
      summary: 'Create a user',
      faults: ['overloaded'],
      body: UserDraft,
      status: 201,
      run: draft => users.create(draft),
    },
    get: { summary: 'One user', run: id => users.get(id) },
    patch: {
      summary: 'Change a user; disabling it, or a new password, ends its sessions and live connections',
      faults: ['conflict', 'overloaded'],
      body: UserPatch,
      run: (id, patch) => users.update(id, patch),
    },
    replace: {
      summary: 'Replace a user; without a password it keeps its own',
      faults: ['conflict', 'overloaded'],
      body: UserDraft,
      run: (id, draft) => users.replace(id, draft),
    },
    checkBody: ({ password }) => passwords.check(password),
    delete: {
      summary: 'Delete a user and everything it owns: tokens, dashboards, triggers, reports, searches',
      faults: ['conflict'],
      run: id => users.remove(id),
    },
  })
}
