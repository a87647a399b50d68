import { scriptName } from '../../schema/triggers/script-name.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import { type Action, actionError } from '../actions/action-kinds.ts'
import { actionsOf } from '../actions/actions-of.ts'
import { methodFault } from '../actions/kinds/webhook/webhook-action.ts'
import { isMailAddress } from '../actions/templates/mail-template.ts'
import type { TriggerFault } from './trigger-fault.ts'

/** The scripts that triggers may run. */
interface Scripts {
  /** Names of the executable files in the scripts folder. */
  list(): Promise<readonly string[]>
}

/** Settings and folders of this service that decide whether an action can succeed. */
export interface ActionMeans {
  scripts: Scripts
  /** The settings have a trap target for triggers without one. */
  hasSnmpTarget?: boolean | undefined
}

/** Faults that would make every attempt at an action fail, and invalid recipients. */
export async function actionFaults(content: TriggerContent, means: ActionMeans): Promise<TriggerFault[]> {
  const requestFaults = [...urlFaults(content), ...methodFaults(content)]
  return [
    ...requestFaults,
    // Parsing a webhook would report the faults of its request again.
    ...templateFaults(requestFaults.length === 0 ? content : { ...content, send_webhook: false }),
    ...(await scriptFaults(content, means.scripts)),
    ...snmpFaults(content, means),
    ...recipientFaults(content),
  ]
}

/** A webhook without a usable address. A malformed address is a fault even while the webhook is off. */
function urlFaults({ send_webhook, send_webhook_url }: TriggerContent): TriggerFault[] {
  const of = ['send_webhook', 'send_webhook_url'] as const
  const path = 'send_webhook_url'
  if (send_webhook_url === '') {
    return send_webhook ? [{ path, message: 'A webhook needs an address.', of, isAction: true }] : []
  }
  if (/^https?:\/\/[^/]/i.test(send_webhook_url)) return []
  const message = 'Expected an address that begins with http:// or https://.'
  return [{ path, message, of, isAction: true }]
}

function methodFaults({
  send_webhook,
  send_webhook_method,
  send_webhook_format,
}: TriggerContent): TriggerFault[] {
  const message = methodFault({ method: send_webhook_method, format: send_webhook_format })
  if (!send_webhook || message === undefined) return []
  const of = ['send_webhook', 'send_webhook_method', 'send_webhook_format'] as const
  return [{ path: 'send_webhook_method', message, of, isAction: true }]
}

/** The members of each action: the first one shows its faults, the others influence them. */
const membersOf = {
  note: ['note_text', 'add_note'],
  email: ['send_email_template', 'send_email'],
  webhook: [
    'send_webhook_template',
    'send_webhook',
    'send_webhook_url',
    'send_webhook_query',
    'send_webhook_headers',
    'send_webhook_format',
    'send_webhook_method',
    // Its Match-Message lines define captures for the webhook too.
    'send_email_template',
  ],
  script: ['script_path', 'exec_script'],
  snmp: ['snmp', 'snmp_trap'],
  task: ['task_template', 'create_task'],
} as const satisfies Record<Action['kind'], readonly (keyof TriggerContent)[]>

function templateFaults(content: TriggerContent): TriggerFault[] {
  return actionsOf(content).flatMap((action): TriggerFault[] => {
    const message = actionError(action)
    const of = membersOf[action.kind]
    return message === undefined ? [] : [{ path: of[0], message, of, isAction: true }]
  })
}

async function scriptFaults(
  { exec_script, script_path }: TriggerContent,
  scripts: Scripts,
): Promise<TriggerFault[]> {
  if (!exec_script) return []
  const fault = (message: string): TriggerFault[] => [
    { path: 'script_path', message, of: ['exec_script', 'script_path'], isAction: true },
  ]
  const name = scriptName(script_path)
  if (name === '') return fault('Expected the name of a file in the folder of scripts.')
  const names = await scripts.list()
  if (names.includes(name)) return []
  return fault(
    `There is no script ${name} in the folder of scripts${names.length === 0 ? ', which is empty' : ''}.`,
  )
}

function snmpFaults(
  { snmp_trap, snmp }: TriggerContent,
  { hasSnmpTarget = false }: ActionMeans,
): TriggerFault[] {
  if (!snmp_trap || snmp !== null || hasSnmpTarget) return []
  const message = 'Traps need a target: here, or in MILLRACE_SNMP_TARGET for all triggers without one.'
  return [{ path: 'snmp', message, of: ['snmp_trap', 'snmp'], isAction: true }]
}

function recipientFaults(content: TriggerContent): TriggerFault[] {
  const faults: TriggerFault[] = []
  for (const member of ['send_email_to', 'escalate_to'] as const) {
    for (const [index, recipient] of content[member].entries()) {
      if (typeof recipient === 'number' || isMailAddress(recipient)) continue
      const message = 'Expected an address or the id of a user.'
      faults.push({ path: `${member}[${index}]`, message, of: [member] })
    }
  }
  return faults
}
