import { Fault } from '../../../../schema/fault.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import { thrownText } from '../../../../schema/thrown-text.ts'
import { escapeText } from '../../templates/escapes.ts'
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

/** A note on the event. */
export interface NoteAction {
  kind: 'note'
  text: string
}

/** Writes notes on events, one for each idempotency key. `metadata.notes` implements it. */
export interface NoteWriter {
  create(
    authorId: number | null,
    event: { id: number; ts: number },
    text: string,
    idempotencyKey: string,
  ): Promise<unknown>
}

const maxNoteLength = 10_000

/** Adds a note to the event. Its author is the service, not a person. */
export function createNote(notes: NoteWriter): ActionFunction<NoteAction> {
  return async ({ text }, context) => {
    const { event } = context
    if (event === null) return refused('There is no event to write a note on.')
    try {
      const note = noteText(text, context)
      if (note === '') return refused('The note is empty.')
      const { id, ts } = event
      await notes.create(null, { id, ts }, truncateText(note, maxNoteLength), context.idempotencyKey)
      return done('The note was added.')
    } catch (error) {
      return resultOfError(error)
    }
  }
}

/** The text of a note. Throws a TemplateError. */
export function noteText(text: string, context: ActionContext): string {
  const values = valuesOf(context)
  return renderTemplate(parseTemplate(text), variable => escapeText(values(variable))).trim()
}

/** The result after an error. A refusal by the metadata is final; any other error may be temporary. */
export function resultOfError(error: unknown): ActionResult {
  if (error instanceof TemplateError) return refused(error.message)
  if (error instanceof Fault) {
    const fields = Object.values(error.fields ?? {}).flat()
    return error.status < 500 ? refused([error.detail, ...fields].join(' ')) : failed(error.detail, true)
  }
  return failed(thrownText(error), true)
}
