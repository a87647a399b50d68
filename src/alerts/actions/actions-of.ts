import { scriptName } from '../../schema/triggers/script-name.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { groupFieldOf } from '../windows/evaluators.ts'
import type { Action } from './action-kinds.ts'
import { type Captures, noCaptures } from './templates/captures.ts'
import { parseMailTemplate } from './templates/mail-template.ts'
import { TemplateError } from './templates/template-error.ts'

/**
 * The enabled actions of a trigger, which contain its secrets. Setting the status and adding a notification
 * are left out: the recorder does them.
 */
export function actionsOf(trigger: TriggerContent): Action[] {
  const actions: Action[] = []
  if (trigger.add_note) actions.push(noteOf(trigger))
  if (trigger.send_email) actions.push(emailOf(trigger))
  if (trigger.send_webhook) actions.push(webhookOf(trigger))
  if (trigger.exec_script) actions.push({ kind: 'script', name: scriptName(trigger.script_path) })
  if (trigger.snmp_trap) actions.push({ kind: 'snmp', target: trigger.snmp })
  if (trigger.create_task) actions.push(taskOf(trigger))
  return actions
}

function noteOf({ note_text, condition }: TriggerContent): Action {
  const countsSeveralHosts = condition !== null && groupFieldOf(condition) !== 'host'
  return { kind: 'note', text: note_text, countsSeveralHosts }
}

function emailOf({ send_email_template, send_email_to }: TriggerContent): Action {
  return { kind: 'email', template: send_email_template, to: send_email_to }
}

function webhookOf(trigger: TriggerContent): Action {
  return {
    kind: 'webhook',
    method: trigger.send_webhook_method,
    url: trigger.send_webhook_url,
    query: trigger.send_webhook_query,
    headers: trigger.send_webhook_headers,
    format: trigger.send_webhook_format,
    body: trigger.send_webhook_template,
    verifyTls: trigger.send_webhook_ssl_verify,
    captures: capturesOf(trigger.send_email_template),
  }
}

function taskOf({ task_template }: TriggerContent): Action {
  const { title = '', description = '', assigned_to = null, due_after = null } = task_template ?? {}
  return { kind: 'task', title, description, assignedTo: assigned_to, dueAfter: due_after }
}

/**
 * The captures of the trigger's e-mail template, which its webhook may use too. An invalid template has no
 * captures.
 */
function capturesOf(template: string): Captures {
  try {
    return parseMailTemplate(template).captures
  } catch (error) {
    if (error instanceof TemplateError) return noCaptures
    throw error
  }
}
