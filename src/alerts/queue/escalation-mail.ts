import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { EmailAction } from '../actions/kinds/email/email.ts'

const template = `Subject: [Millrace] Unread: {{trigger:name}}

The notification of the trigger "{{trigger:name}}" is unread.

Unread matches: {{matches:count}}
Newest event:
Host: {{event:host}}
Program: {{event:program}}
{{event:message}}
`

/**
 * The mail about a notification that stays unread. Goes to the owner of the trigger if it names no
 * recipients.
 */
export function escalationMail({ escalate_to }: TriggerContent): EmailAction {
  return { kind: 'email', template, to: escalate_to }
}
