import { Type } from 'typebox'
import type { Users } from '../../metadata/people/users.ts'
import { Fault } from '../../schema/fault.ts'
import { UserReference } from '../../schema/shapes.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { offsetAndLimit, Page, pagePosition, pageQuery } from '../http/validation/lists.ts'

/** Names of users, for assigning tasks. */
export function userNameRoute(app: App, { users }: { users: Pick<Users, 'names'> }): void {
  app.get(
    '/api/user-names',
    {
      schema: {
        summary: 'Names of the users who may sign in; needs tasks or manage_users',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(UserReference) },
      },
    },
    async request => {
      const { permissions } = callerOf(request)
      if (!permissions.has('tasks') && !permissions.has('manage_users')) throw new Fault('permission_denied')
      const { objects, itemCount } = await users.names(offsetAndLimit(request.query))
      return { objects, ...pagePosition(request.query, itemCount) }
    },
  )
}
