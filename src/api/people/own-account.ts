import type { FastifyRequest } from 'fastify'
import { isInDomains } from '../../mail/recipients.ts'
import type { Caller, Identity } from '../../metadata/identity.ts'
import { Fault } from '../../schema/fault.ts'
import { OwnAccount, OwnPatch } from '../../schema/user.ts'
import type { App } from '../app.ts'
import { callerOf } from '../auth/access.ts'
import { refTo } from '../http/schemas.ts'
import type { UserDeps } from './user-routes.ts'

const answer = { 200: refTo(OwnAccount) }

/** /api/users/me: the own account of every user. */
export function ownAccountRoutes(
  app: App,
  {
    users,
    identity,
    passwords,
    mailDomains,
  }: UserDeps & {
    identity: Pick<Identity, 'verifyPassword'>
    /** Domains that reports may be mailed to; empty: all. */
    mailDomains: readonly string[]
  },
): void {
  app.addSchema(OwnPatch)
  app.addSchema(OwnAccount)

  app.get(
    '/api/users/me',
    { schema: { summary: 'The caller, as a user', response: answer } },
    async request => users.account(callerOf(request).user.id),
  )

  app.patch(
    '/api/users/me',
    {
      schema: {
        summary: 'Change the own account; a new password ends the other sessions',
        body: refTo(OwnPatch),
        response: answer,
        faults: ['overloaded'],
      },
    },
    async request => {
      const caller = callerOf(request)
      const { current_password, ...patch } = request.body
      if (patch.email !== undefined) requireOwnAddress(caller, patch.email)
      passwords.check(patch.password)
      if (patch.password !== undefined) await provePassword(request, current_password)
      await users.update(
        caller.user.id,
        patch,
        'session' in caller.authenticatedBy ? caller.authenticatedBy.session : undefined,
      )
      return users.account(caller.user.id)
    },
  )

  /** Refuses an own address outside of the allowed domains, since reports may be mailed to addresses of users. */
  function requireOwnAddress(caller: Caller, email: string): void {
    if (email === '' || isInDomains(email, mailDomains) || caller.permissions.has('manage_users')) return
    throw new Fault('validation', {
      fields: { email: ['Only who manages users sets an address in a domain that no mail is allowed to.'] },
    })
  }

  /**
   * A session has to send the present password, so that nobody takes over the account at an unattended page. A token need not,
   * since its user may have no password; if sent, the password has to be right.
   */
  async function provePassword(request: FastifyRequest, password: string | undefined): Promise<void> {
    const caller = callerOf(request)
    if (password === undefined && 'token' in caller.authenticatedBy) return
    if (password === undefined) throw passwordFault('This field is required.')
    if (!(await identity.verifyPassword(caller, password, request.ip)))
      throw passwordFault('The password is not right.')
  }
}

function passwordFault(message: string): Fault {
  return new Fault('validation', { fields: { current_password: [message] } })
}
