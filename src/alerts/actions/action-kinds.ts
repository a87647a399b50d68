import type { ActionContext, ActionFunction, ActionResult } from './kinds/action.ts'
import { type EmailAction, type EmailDeps, emailRunner } from './kinds/email/email.ts'
import { type NoteAction, type NoteWriter, noteRunner } from './kinds/records/note.ts'
import { type TaskAction, type TaskCreator, taskRunner } from './kinds/records/task.ts'
import { type ScriptAction, type ScriptDeps, scriptRunner } from './kinds/script/script.ts'
import { type SnmpAction, type SnmpDeps, snmpRunner } from './kinds/snmp/snmp.ts'
import { checkSnmpTarget } from './kinds/snmp/snmp-target.ts'
import { type WebhookDeps, webhookRunner } from './kinds/webhook/webhook.ts'
import { parseWebhook, type WebhookAction } from './kinds/webhook/webhook-action.ts'
import { parseMailTemplate } from './templates/mail-template.ts'
import { parseTemplate } from './templates/template.ts'
import { TemplateError } from './templates/template-error.ts'

/**
 * An action of a trigger. Setting a status and adding a notification are not actions: the recorder
 * (alerts/recorder) does them.
 */
export type Action = EmailAction | WebhookAction | ScriptAction | SnmpAction | NoteAction | TaskAction

/** The functions that run actions, and that check them before they are saved, by kind. */
type ActionFunctions = { [Kind in Action['kind']]: ActionFunction<Extract<Action, { kind: Kind }>> }
type ActionChecks = { [Kind in Action['kind']]: (action: Extract<Action, { kind: Kind }>) => void }

export interface ActionsOptions {
  email: EmailDeps
  webhook: WebhookDeps
  script: ScriptDeps
  snmp: SnmpDeps
  notes: NoteWriter
  tasks: TaskCreator
  /** Unix seconds. */
  now: () => number
}

/** Returns the function that runs an action of any kind. */
export function createActionRunner(options: ActionsOptions): ActionFunction<Action> {
  const functions: ActionFunctions = {
    email: emailRunner(options.email),
    webhook: webhookRunner(options.webhook),
    script: scriptRunner(options.script),
    snmp: snmpRunner(options.snmp),
    note: noteRunner(options.notes),
    task: taskRunner(options.tasks, options.now),
  }
  return <Kind extends Action['kind']>(
    action: Extract<Action, { kind: Kind }>,
    context: ActionContext,
    signal: AbortSignal,
  ): Promise<ActionResult> => {
    // The function has the kind of the action, but TypeScript cannot correlate the two unions.
    const run = functions[action.kind] as ActionFunction<Action>
    return run(action, context, signal)
  }
}

const checks: ActionChecks = {
  email: ({ template }) => void parseMailTemplate(template),
  webhook: action => void parseWebhook(action),
  script: () => {},
  snmp: ({ target }) => {
    if (target !== null) checkSnmpTarget(target)
  },
  note: ({ text }) => void parseTemplate(text),
  task: ({ title, description }) => {
    parseTemplate(title)
    parseTemplate(description)
  },
}

/** Error message, a sentence, of an action that cannot be saved; undefined if it can be saved. */
export function actionError(action: Action): string | undefined {
  // The same cast as in createActionRunner.
  const check = checks[action.kind] as (action: Action) => void
  try {
    check(action)
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
}
