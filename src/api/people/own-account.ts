import type { FastifyRequest } from 'fastify'
import { isMailAddress } from '../../alerts/actions/templates/mail-template.ts'
import { isInDomains } from '../../mail/recipients.ts'
import type { Caller, Identity } from '../../metadata/identity/identity.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { OwnAccount, OwnPatch } from '../../schema/people/user.ts'
import { callerOf } from '../auth/access.ts'
import { refuseLimitedToken } from '../auth/limited-tokens.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { UserDeps } from './user-routes.ts'

/** Members that limited tokens may change too, since they give no access (`limited-tokens.ts`). */
const nameMembers: ReadonlySet<string> = new Set(['first_name', 'last_name'])
const answer = { 200: refTo(OwnAccount) }

/** /api/users/me: the account of the calling user. */
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
      config: { checksLimitedTokens: true },
      schema: {
        summary: 'Change the caller’s account; a new password ends the other sessions',
        body: refTo(OwnPatch),
        response: answer,
        faults: ['overloaded'],
      },
    },
    async request => {
      const caller = callerOf(request)
      const { current_password, ...patch } = request.body
      if (Object.keys(request.body).some(member => !nameMembers.has(member))) refuseLimitedToken(caller)
      if (patch.email !== undefined) requireOwnAddress(caller, patch.email)
      passwords.check(patch.password)
      const isProofNeeded = patch.password !== undefined || (await changesAddress(caller, patch.email))
      if (patch.password !== undefined) await requireOwnPassword(caller)
      const passwordHash = isProofNeeded ? await provePassword(request, current_password) : undefined
      // A new password does not end this session.
      const keep = 'session' in caller.authenticatedBy ? caller.authenticatedBy.session : undefined
      await users.update(caller.user.id, patch, { keep, passwordHash })
      return users.account(caller.user.id)
    },
  )

  /**
   * Refuses an invalid address, and an own address outside of the allowed domains, since reports may be
   * mailed to users' addresses.
   */
  function requireOwnAddress(caller: Caller, email: string): void {
    if (email !== '' && !isMailAddress(email)) throw fieldFault('email', 'Enter a valid email address.')
    if (email === '' || isInDomains(email, mailDomains) || caller.permissions.has('manage_users')) return
    throw fieldFault(
      'email',
      'Only who manages users sets an address in a domain that no mail is allowed to.',
    )
  }

  /** Whether the mail address changes. false without a password, since the user cannot be asked for one. */
  async function changesAddress({ user }: Caller, email: string | undefined): Promise<boolean> {
    if (email === undefined) return false
    const account = await users.account(user.id)
    return account.has_password && account.email !== email
  }

  /**
   * Requires the current password from a session, so that the account cannot be taken over at an unattended
   * page. A token may omit it, since its user may have no password; if sent, it must be right. Returns the
   * stored hash of the verified password.
   */
  async function provePassword(
    request: FastifyRequest,
    password: string | undefined,
  ): Promise<string | undefined> {
    const caller = callerOf(request)
    if (password === undefined && 'token' in caller.authenticatedBy) return undefined
    if (password === undefined) throw fieldFault('current_password', 'This field is required.')
    const verified = await identity.verifyPassword(caller, password, request.ip)
    if (verified === undefined) throw fieldFault('current_password', 'The password is not right.')
    return verified
  }

  /**
   * Throws permission_denied for a user without a password who signs in with a company account: a new
   * password would outlast that account.
   */
  async function requireOwnPassword({ user }: Caller): Promise<void> {
    const { has_password } = await users.account(user.id)
    if (!has_password && (await users.hasExternalAccount(user.id)))
      throw new Fault('permission_denied', {
        detail:
          'This user signs in with an account of the company. Who manages users may give it a password.',
      })
  }
}
