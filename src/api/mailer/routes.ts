import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isMailAddress, maxRecipients } from '../../alerts/actions/templates/mail-template.ts'
import { MailError, type Mailer } from '../../mail/mailer.ts'
import { findForeignRecipients, type UserAddresses } from '../../mail/recipients.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { MailOrder } from '../../schema/triggers/mail-order.ts'
import type { Log } from '../../telemetry/log.ts'
import { callerOf } from '../auth/access.ts'
import { throttledFault } from '../auth/guard.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

export interface MailerDeps {
  /** undefined: this service sends no mail. */
  mailer?: Mailer | undefined
  /**
   * Domains that mails may go to, besides addresses of users. Empty: only holders of manage_triggers may send
   * to other addresses.
   */
  mailDomains: readonly string[]
  mailUsers: UserAddresses
  log: Pick<Log, 'info'>
}

const controlCharacter = /[\u0000-\u001f\u007f]/
/** Maximum mails of one user per minute. */
export const maxMailsPerMinute = 30

/** Adds the route by which API clients send mails. */
export function mailerRoute(app: App, { mailer, mailDomains, mailUsers, log }: MailerDeps): void {
  app.addSchema(MailOrder)
  const keyGenerator = (request: FastifyRequest) => String(callerOf(request).user.id)
  const countMail = app.createRateLimit({ max: maxMailsPerMinute, timeWindow: 60_000, keyGenerator })

  app.post(
    '/api/mailer',
    {
      config: { access: 'triggers' },
      schema: {
        summary: 'Send a mail',
        description: `Recipients are users, or addresses in MILLRACE_MAIL_DOMAINS. Without that setting, holders of manage_triggers may also send to other addresses. At most ${maxMailsPerMinute} mails a minute for each user.`,
        faults: ['throttled', 'mail_unavailable'],
        needsBody: true,
        body: refTo(MailOrder),
        response: {
          200: Type.Object({
            sent: Type.Array(Type.String()),
            refused: Type.Array(Type.String(), { description: 'Recipients that the mail server refused' }),
          }),
        },
      },
    },
    async request => {
      const { mail_to, subject, body, is_html = false } = request.body
      const addresses = addressesOf(mail_to)
      if (controlCharacter.test(subject))
        throw fieldFault('subject', 'A subject is one line, without control characters.')
      if (mailer === undefined) {
        throw new Fault('mail_unavailable', {
          detail: 'This service sends no mail: MILLRACE_SMTP_URL is not set.',
        })
      }
      // Without domains, arbitrary recipients require manage_triggers, since a caller can write whole mails
      // here in the name of the service.
      const allowsAll = mailDomains.length === 0 && callerOf(request).permissions.has('manage_triggers')
      const foreign = allowsAll ? [] : await findForeignRecipients(addresses, mailDomains, mailUsers)
      if (foreign.length > 0) {
        const reason =
          mailDomains.length > 0
            ? 'Not allowed by MILLRACE_MAIL_DOMAINS'
            : 'Only with manage_triggers to addresses of no user'
        throw fieldFault('mail_to', `${reason}: ${foreign.join(', ')}.`)
      }
      const rateState = await countMail(request)
      if (!rateState.isAllowed && rateState.isExceeded) throw throttledFault(rateState.ttlInSeconds)
      const id = `mailer-${randomUUID()}@${hostname()}`
      try {
        const content = is_html ? { text: '', html: body } : { text: body }
        const { refused } = await mailer.send({ id, subject, ...content }, addresses)
        log.info(
          { room: 'api', user: callerOf(request).user.id, recipients: addresses.length },
          'sent a mail',
        )
        return { sent: addresses.filter(address => !refused.includes(address)), refused }
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        if (error.isPermanent) throw fieldFault('mail_to', `The mail server refused it: ${error.message}`)
        throw new Fault('mail_unavailable', { detail: `The mail was not sent: ${error.message}` })
      }
    },
  )
}

/** The addresses of a mail, each once. Throws a Fault if one is invalid, or if they are too many. */
function addressesOf(mailTo: MailOrder['mail_to']): string[] {
  const recipients = typeof mailTo === 'string' ? mailTo.split(',') : mailTo
  const addresses = [...new Set(recipients.map(one => one.trim()))]
  const invalid = addresses.find(address => !isMailAddress(address))
  if (invalid !== undefined) {
    throw fieldFault(
      'mail_to',
      `This is not an address such as ann@example.com: ${JSON.stringify(invalid.slice(0, 80))}.`,
    )
  }
  if (addresses.length > maxRecipients)
    throw fieldFault('mail_to', `A mail has at most ${maxRecipients} recipients.`)
  return addresses
}
