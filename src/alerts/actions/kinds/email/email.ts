import { until } from '../../../../async/until.ts'
import { MailError, type Mailer } from '../../../../mail/mailer.ts'
import { findRefusedRecipients, type UserAddresses } from '../../../../mail/recipients.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import { escapeLine } from '../../templates/escapes.ts'
import {
  isMailAddress,
  type MailTemplate,
  maxRecipients,
  parseMailTemplate,
  renderMail,
} from '../../templates/mail-template.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { valuesOf } from '../../templates/values.ts'
import { type ActionContext, type ActionFunction, done, failed, refused } from '../action.ts'

/**
 * A mail to addresses, users (by id) and the recipients named in its template. Without any recipient it goes
 * to the owner.
 */
export interface EmailAction {
  kind: 'email'
  template: string
  to: readonly (string | number)[]
}

export interface MailUsers extends UserAddresses {
  /** Addresses of active users that have one, by id. */
  findAddressesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

export interface EmailDeps {
  /** undefined: this service sends no mail. */
  mailer: Mailer | undefined
  users: MailUsers
  /** Domains that mails may go to, besides addresses of users; empty allows all. */
  domains: readonly string[]
  /** Name of this machine, for message ids. */
  host: string
}

export function emailRunner({ mailer, users, domains, host }: EmailDeps): ActionFunction<EmailAction> {
  return async (action, context, signal) => {
    if (mailer === undefined) return refused('This service sends no mail: MILLRACE_SMTP_URL is not set.')
    try {
      const template = parseMailTemplate(action.template)
      const { to, cc } = await recipientsOf(action, template, context, users)
      if (to.length + cc.length > maxRecipients)
        return refused(`A mail has at most ${maxRecipients} recipients.`)
      // An invalid address of one user does not keep the mail from the others.
      const invalid = [...to, ...cc].filter(email => !isMailAddress(email))
      const valid = [...to, ...cc].filter(email => !invalid.includes(email))
      const forbidden = await findRefusedRecipients(valid, domains, users)
      const allowed = valid.filter(email => !forbidden.includes(email))
      const notes: string[] = []
      if (invalid.length > 0) notes.push(`No addresses: ${invalid.map(escapeLine).join(', ')}.`)
      if (forbidden.length > 0) notes.push(`Not allowed by MILLRACE_MAIL_DOMAINS: ${forbidden.join(', ')}.`)
      if (allowed.length === 0) {
        const noRecipient =
          action.to.length > 0
            ? 'No recipient: none of the chosen users is active and has an address.'
            : `No recipient: the user ${context.trigger.owner.username} has no address.`
        return refused(notes.join(' ') || noRecipient)
      }
      const mail = renderMail(template, valuesOf(context, template.captures))
      const id = `action-${context.idempotencyKey}@${host}`
      const allowedTo = to.filter(email => allowed.includes(email))
      const allowedCc = cc.filter(email => allowed.includes(email))
      // An abort ends only the wait: the mail may still be sent.
      const delivery = await until(mailer.send({ id, ...mail, cc: allowedCc }, allowedTo), { signal })
      if (delivery.refused.length > 0) notes.push(`Refused by the server: ${delivery.refused.join(', ')}.`)
      const accepted = allowed.filter(email => !delivery.refused.includes(email))
      return done([`Sent to ${accepted.join(', ')}.`, ...notes].join(' '))
    } catch (error) {
      if (error instanceof TemplateError) return refused(error.message)
      if (signal.aborted) return failed('The attempt was cut short; the mail may have been sent.', true)
      const message = thrownText(error)
      return failed(`The mail was not sent: ${message}`, !(error instanceof MailError && error.isPermanent))
    }
  }
}

/** The recipients of a mail: chosen, named in the template, or else the owner. Cc comes from the template. */
async function recipientsOf(
  action: EmailAction,
  template: MailTemplate,
  { trigger }: ActionContext,
  users: MailUsers,
): Promise<{ to: string[]; cc: string[] }> {
  const ids = action.to.filter(recipient => typeof recipient === 'number')
  const addressById = await users.findAddressesOf(ids.length === 0 ? [trigger.owner.id] : ids)
  const chosen = action.to.flatMap(recipient =>
    typeof recipient === 'string' ? [recipient] : (addressById.get(recipient) ?? []),
  )
  const to = unique([...chosen, ...template.to])
  const cc = unique(template.cc).filter(email => !to.includes(email))
  if (action.to.length > 0 || to.length + cc.length > 0) return { to, cc }
  const ownerAddress = addressById.get(trigger.owner.id)
  return { to: ownerAddress === undefined ? [] : [ownerAddress], cc }
}

/** Without repeated addresses; case does not matter. */
function unique(emails: readonly string[]): string[] {
  const byKey = new Map(emails.map(email => [email.toLowerCase(), email]))
  return [...byKey.values()]
}
