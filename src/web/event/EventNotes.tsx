import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, momentText } from '../../charts/time-text.ts'
import type { EventNote } from '../../schema/event/event-note.ts'
import { addNote, changeNote, deleteNote, readNotes } from '../api/event-notes.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { DeleteButton } from '../components/dialogs/DeleteButton.tsx'
import { ReadError } from '../components/ErrorNotice.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useAction } from '../components/use-action.ts'
import { useZone } from '../state/preferences.ts'
import { useHasPermission, useSession } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { noteTexts } from '../texts/search/event.ts'

/** Maximum UTF-16 units of a note, which is the limit of the API. */
const maxLength = 10_000

const notesKey = (eventId: string) => ['events', eventId, 'notes']

/**
 * Reads, adds, changes and deletes the notes on an event. `focusRequests`: a number whose increase focuses
 * the form of a new note.
 */
export function EventNotes({ eventId, focusRequests }: { eventId: string; focusRequests: number }) {
  const client = useQueryClient()
  const list = useRead(notesKey(eventId), signal => readNotes(eventId, signal))
  const reload = () => client.invalidateQueries({ queryKey: notesKey(eventId) })
  const add = useMutation({ mutationFn: (text: string) => addNote(eventId, text), onSuccess: reload })
  const notes = list.data?.objects
  if (!notes && list.error) return <ReadError of={list} title={noteTexts.failed} />
  return (
    <>
      {!notes && <p className="faint">{noteTexts.reading}</p>}
      {notes?.length === 0 && <p className="soft note-none">{noteTexts.none}</p>}
      {notes && notes.length > 0 && (
        <ul className="notes">
          {notes.map(note => (
            <Note key={note.id} note={note} eventId={eventId} onChanged={reload} />
          ))}
        </ul>
      )}
      <NoteForm
        label={noteTexts.write}
        button={noteTexts.add}
        title={noteTexts.addKey}
        focusRequests={focusRequests}
        text=""
        isSaving={add.isPending}
        error={add.error}
        onSave={(text, clear) => add.mutate(text, { onSuccess: clear })}
      />
    </>
  )
}

/** A note, with buttons to change and to delete it for users who may. */
function Note({ note, eventId, onChanged }: { note: EventNote; eventId: string; onChanged: () => void }) {
  const zone = useZone()
  const session = useSession()
  const [isEditing, setEditing] = useState(false)
  const change = useMutation({
    mutationFn: (text: string) => changeNote(eventId, note.id, text),
    onSuccess: () => {
      setEditing(false)
      onChanged()
    },
  })
  const { act } = useAction(...notesKey(eventId))
  const managesAll = useHasPermission('manage_queries')
  const isOwn = session.state === 'in' && session.user.id === note.author?.id
  const author = note.author ? printable(note.author.fullname || note.author.username) : noteTexts.nobody
  return (
    <li className="note">
      <header>
        <b>{author}</b>
        <span className="faint" title={momentText(note.created_at, zone, true)}>
          {agoText(note.created_at, Date.now() / 1000)}
        </span>
        {note.updated_at > note.created_at && <span className="faint">{noteTexts.changed}</span>}
        <span className="grow" />
        {isOwn && !isEditing && (
          <IconButton icon="pen" label={noteTexts.edit} iconSize={14} onClick={() => setEditing(true)} />
        )}
        {(isOwn || managesAll) && (
          <DeleteButton
            name={noteTexts.deleted}
            title={noteTexts.removeTitle}
            onDelete={() => act(() => deleteNote(eventId, note.id))}
          >
            {noteTexts.removed}
          </DeleteButton>
        )}
      </header>
      {isEditing ? (
        <NoteForm
          label={noteTexts.edit}
          button={noteTexts.save}
          title={noteTexts.saveKey}
          text={note.text}
          isSaving={change.isPending}
          error={change.error}
          onSave={text => change.mutate(text)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className="note-text">{printable(note.text, true)}</p>
      )}
    </li>
  )
}

interface FormProps {
  label: string
  button: string
  title: string
  /** The text at first. */
  text: string
  /** Each change, except to 0, moves the focus to the field; so does the first value. */
  focusRequests?: number
  isSaving: boolean
  error: unknown
  /** `clear` empties the field, for the next note. */
  onSave: (text: string, clear: () => void) => void
  onCancel?: () => void
}

/** The form for the text of a note. Ctrl or Cmd and Enter save, Escape cancels. */
function NoteForm({
  label,
  button,
  title,
  text,
  focusRequests = 0,
  isSaving,
  error,
  onSave,
  onCancel,
}: FormProps) {
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focusRequests > 0) field.current?.focus()
  }, [focusRequests])
  const clear = () => {
    setTyped('')
    field.current?.focus()
  }
  const save = () => {
    if (typed.trim() !== '' && !isSaving) onSave(typed, clear)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="note-form stack gap-8"
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        ref={field}
        className="field"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        // What is typed while the text is being saved would be lost.
        readOnly={isSaving}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={press}
      />
      {error !== null && error !== undefined && (
        <p className="field-hint bad" role="alert">
          {errorText(error)}
        </p>
      )}
      <div className="row gap-8">
        <Button type="submit" title={title} disabled={typed.trim() === '' || isSaving}>
          {button}
        </Button>
        {onCancel && <Button onClick={onCancel}>{noteTexts.cancel}</Button>}
      </div>
    </form>
  )
}
