import { Fault } from '../../../../schema/fault.ts'
import { escapeText } from '../../../../schema/text/escape-text.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import { parseTemplate, renderTemplate } from '../../templates/template.ts'
import { TemplateError } from '../../templates/template-error.ts'
import { valuesOf } from '../../templates/values.ts'
import {
  type ActionContext,
  type ActionFunction,
  type ActionResult,
  done,
  failed,
  refused,
} from '../action.ts'

/** A note on the event that matched. Its text is a template. */
export interface NoteAction {
  kind: 'note'
  text: string
  /**
   * Whether the trigger counts several hosts together. The note then omits the count, because readers of the
   * event may not see all of these hosts.
   */
  countsSeveralHosts: boolean
}

/** Adds notes to events. A repeated idempotency key adds no second note. `metadata.notes` implements it. */
export interface NoteWriter {
  create(
    authorId: number | null,
    event: { id: number; ts: number },
    text: string,
    idempotencyKey: string,
  ): Promise<unknown>
}

const maxNoteLength = 10_000

export function noteRunner(notes: NoteWriter): ActionFunction<NoteAction> {
  return async (action, context) => {
    const { event } = context
    if (event === null)
      return refused('The trigger fired without an event, so there is nothing to add a note to.')
    try {
      const note = noteText(action, context)
      if (note === '') return refused('The note is empty.')
      const { id, ts } = event
      // Without an author: the service adds the note, not a user.
      await notes.create(null, { id, ts }, truncateText(note, maxNoteLength), context.idempotencyKey)
      return done('The note was added.')
    } catch (error) {
      return resultOfError(error)
    }
  }
}

/** The text of a note. Throws a TemplateError. */
export function noteText({ text, countsSeveralHosts }: NoteAction, context: ActionContext): string {
  const values = valuesOf(context)
  return renderTemplate(parseTemplate(text), variable =>
    variable.kind === 'matches' && countsSeveralHosts ? '' : escapeText(values(variable)),
  ).trim()
}

/** Converts an error to a result. A Fault with a status below 500 is final; other errors may be temporary. */
export function resultOfError(error: unknown): ActionResult {
  if (error instanceof TemplateError) return refused(error.message)
  if (error instanceof Fault) {
    const fields = Object.values(error.fields ?? {}).flat()
    return error.status < 500 ? refused([error.detail, ...fields].join(' ')) : failed(error.detail, true)
  }
  return failed(thrownText(error), true)
}
