import type { ActionContext, ActionFunction, ActionResult } from './kinds/action.ts'
import { createEmail, type EmailAction, type EmailDeps } from './kinds/email/email.ts'
import { createNote, type NoteAction, type NoteWriter } from './kinds/records/note.ts'
import { createTask, type TaskAction, type TaskCreator } from './kinds/records/task.ts'
import { createScript, type ScriptAction, type ScriptDeps } from './kinds/script/script.ts'
import { createSnmp, type SnmpAction, type SnmpDeps } from './kinds/snmp/snmp.ts'
import { checkSnmpTarget } from './kinds/snmp/snmp-target.ts'
import { createWebhook, type WebhookDeps } from './kinds/webhook/webhook.ts'
import { parseWebhook, type WebhookAction } from './kinds/webhook/webhook-action.ts'
import { parseMailTemplate } from './templates/mail-template.ts'
import { parseTemplate } from './templates/template.ts'
import { TemplateError } from './templates/template-error.ts'

/** What a trigger does besides setting the status of events and adding notifications. */
export type Action = EmailAction | WebhookAction | ScriptAction | SnmpAction | NoteAction | TaskAction

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

/** Runs actions of every kind. */
export function openActions(options: ActionsOptions): ActionFunction<Action> {
  const functions: ActionFunctions = {
    email: createEmail(options.email),
    webhook: createWebhook(options.webhook),
    script: createScript(options.script),
    snmp: createSnmp(options.snmp),
    note: createNote(options.notes),
    task: createTask(options.tasks, options.now),
  }
  return <Kind extends Action['kind']>(
    action: Extract<Action, { kind: Kind }>,
    context: ActionContext,
    signal: AbortSignal,
  ): Promise<ActionResult> => {
    // The table has the function of this kind; TypeScript does not follow that through a union.
    const run = functions[action.kind] as ActionFunction<Action>
    return run(action, context, signal)
  }
}

const checks: ActionChecks = {
  email: ({ template }) => void parseMailTemplate(template),
  webhook: action => void parseWebhook(action),
  script: () => {},
  snmp: ({ target }) => target !== null && checkSnmpTarget(target),
  note: ({ text }) => void parseTemplate(text),
  task: ({ title, description }) => void [parseTemplate(title), parseTemplate(description)],
}

/** Why an action cannot be saved, as a sentence; undefined if it can. */
export function actionFault(action: Action): string | undefined {
  // As in openActions.
  const check = checks[action.kind] as (action: Action) => void
  try {
    check(action)
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
}
