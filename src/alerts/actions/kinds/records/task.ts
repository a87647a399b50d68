import type { Task, TaskDraft } from '../../../../schema/task.ts'
import { escapeText } from '../../../../schema/text/escape-text.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { escapeLine } from '../../templates/escapes.ts'
import { parseTemplate, renderTemplate } from '../../templates/template.ts'
import { valuesOf } from '../../templates/values.ts'
import { type ActionContext, type ActionFunction, done } from '../action.ts'
import { resultOfError } from './note.ts'

/** A task of the trigger's owner. Title and description are templates. */
export interface TaskAction {
  kind: 'task'
  /** '': the name of the trigger and the host. */
  title: string
  /** '': the message. */
  description: string
  assignedTo: number | null
  /** Seconds from now; null: not due. */
  dueAfter: number | null
}

/** Creates tasks, one for each idempotency key. `metadata.tasks` implements it. */
export interface TaskCreator {
  create(
    owner: { userId: number; managesTasks: boolean },
    draft: TaskDraft,
    idempotencyKey: string,
  ): Promise<Pick<Task, 'id'>>
}

const maxTitleLength = 255
const maxDescriptionLength = 10_000
const defaultTitle = '{{trigger:name}}: {{event:host}}'
const defaultDescription = '{{event:message}}'

/** Creates a task about the event. `now` in Unix seconds. */
export function taskRunner(tasks: TaskCreator, now: () => number): ActionFunction<TaskAction> {
  return async (action, context) => {
    const { event, trigger } = context
    try {
      const { id } = await tasks.create(
        { userId: trigger.owner.id, managesTasks: false },
        {
          ...taskTexts(action, context),
          assigned_to: action.assignedTo,
          due: action.dueAfter === null ? null : Math.round(now()) + action.dueAfter,
          event_id: event === null ? null : String(event.id),
        },
        context.idempotencyKey,
      )
      return done(`Task ${id} was created.`)
    } catch (error) {
      return resultOfError(error)
    }
  }
}

/** Title and description of a task. Throws a TemplateError. */
export function taskTexts(
  action: Pick<TaskAction, 'title' | 'description'>,
  context: ActionContext,
): { title: string; description: string } {
  const values = valuesOf(context)
  const fill = (text: string, escapeValue: (value: string) => string) =>
    renderTemplate(parseTemplate(text), variable => escapeValue(values(variable))).trim()
  const title = fill(action.title || defaultTitle, escapeLine)
  const description = fill(action.description || defaultDescription, escapeText)
  return {
    title: truncateText(title, maxTitleLength) || truncateText(context.trigger.name, maxTitleLength),
    description: truncateText(description, maxDescriptionLength),
  }
}
