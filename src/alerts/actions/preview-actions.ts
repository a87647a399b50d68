import { truncateText } from '../../schema/text/truncate-text.ts'
import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { ActionPreview } from '../../schema/triggers/trigger-preview.ts'
import type { Action } from './action-kinds.ts'
import { actionsOf } from './actions-of.ts'
import type { ActionContext } from './kinds/action.ts'
import { noteText } from './kinds/records/note.ts'
import { taskTexts } from './kinds/records/task.ts'
import { requestOf } from './kinds/webhook/webhook.ts'
import { parseMailTemplate, renderMail } from './templates/mail-template.ts'
import { TemplateError } from './templates/template-error.ts'
import { valuesOf } from './templates/values.ts'

/** Maximum characters of a text; people read them. */
const maxTextLength = 20_000

/** The texts of mails, webhooks, notes and tasks, rendered as for sending. Sends nothing. */
export function previewActions(
  content: TriggerContent,
  context: ActionContext,
  publicUrl: string | undefined,
): ActionPreview[] {
  return actionsOf(content).flatMap((action): ActionPreview[] => {
    try {
      const texts = textsOf(action, context, publicUrl)
      if (texts === undefined) return []
      const head = truncateText(texts.head, maxTextLength)
      const text = truncateText(texts.text, maxTextLength)
      return [{ kind: action.kind, head, text, fault: null }]
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      return [{ kind: action.kind, head: '', text: '', fault: error.message }]
    }
  })
}

/** The texts of an action; undefined for a kind without a text for people. */
function textsOf(
  action: Action,
  context: ActionContext,
  publicUrl: string | undefined,
): { head: string; text: string } | undefined {
  switch (action.kind) {
    case 'email': {
      const template = parseMailTemplate(action.template)
      const { subject, text } = renderMail(template, valuesOf(context, template.captures))
      return { head: subject, text }
    }
    case 'webhook': {
      const { method, url, body } = requestOf(action, context, publicUrl)
      return { head: `${method} ${url.href}`, text: body?.toString() ?? '' }
    }
    case 'note':
      return { head: '', text: noteText(action, context) }
    case 'task': {
      const { title, description } = taskTexts(action, context)
      return { head: title, text: description }
    }
    default:
      return undefined
  }
}
