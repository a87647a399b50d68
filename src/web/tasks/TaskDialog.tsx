import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import type { Task, TaskDraft } from '../../schema/task.ts'
import { taskStatuses } from '../../schema/task.ts'
import { createTask, updateTask } from '../api/tasks.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Field } from '../components/forms/Field.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import { formFaults } from '../reports/field-faults.ts'
import { useZone } from '../state/preferences.ts'
import { taskTexts } from '../texts/tasks.ts'
import { dueInDays, dueInput, readDueInput } from './due-time.ts'
import type { TaskDialogInput } from './task-dialog-input.ts'
import { usePeople } from './use-people.ts'
import './tasks.css'

const fields = ['title', 'description', 'status', 'assigned_to', 'due', 'event_id']
const quickDues = [
  ['today', 0],
  ['tomorrow', 1],
  ['week', 7],
] as const

/** The form for a new task and for an existing one. */
export function TaskDialog({ input, onClose }: { input: TaskDialogInput; onClose: () => void }) {
  const { task } = input
  const zone = useZone()
  const people = usePeople(task ? [task] : [])
  const [draft, setDraft] = useState(() => draftOf(input))
  const set = (change: Partial<typeof draft>) => setDraft(before => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: () => (task ? updateTask(task.id, changedOf(task, draft)) : createTask(draft)),
    onSuccess: saved => {
      onClose()
      showToast(task ? taskTexts.saved : taskTexts.created(saved.title))
    },
  })
  const { fields: faults, rest } = formFaults(save.error ?? undefined, fields)
  return (
    <Dialog
      title={task ? taskTexts.dialogEdit : taskTexts.dialogNew}
      onClose={onClose}
      className="task-dialog"
    >
      <form
        className="form-grid"
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {rest !== undefined && (
          <p className="complaint whole" role="alert">
            {rest}
          </p>
        )}
        <TextField
          className="whole"
          label={taskTexts.titleLabel}
          fault={faults.get('title')}
          required
          maxLength={255}
          autoComplete="off"
          value={draft.title}
          onChange={title => set({ title })}
        />
        <Field className="whole" label={taskTexts.description} fault={faults.get('description')}>
          {attributes => (
            <textarea
              {...attributes}
              className="field"
              rows={6}
              maxLength={10_000}
              value={draft.description}
              onChange={event => set({ description: event.target.value })}
            />
          )}
        </Field>
        <SelectField
          label={taskTexts.columns.status}
          fault={faults.get('status')}
          value={draft.status}
          options={taskStatuses.map(value => ({ value, text: taskTexts.statuses[value] }))}
          onChange={status => set({ status: taskStatuses.find(known => known === status) ?? draft.status })}
        />
        <SelectField
          label={taskTexts.columns.assigned}
          fault={faults.get('assigned_to')}
          value={String(draft.assigned_to ?? '')}
          options={[
            { value: '', text: taskTexts.nobody },
            ...people.list.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={id => set({ assigned_to: id === '' ? null : Number(id) })}
        />
        <div>
          <TextField
            label={taskTexts.dueLabel}
            hint={taskTexts.dueHint(zone)}
            fault={faults.get('due')}
            type="datetime-local"
            value={dueInput(draft.due, zone)}
            onChange={text => set({ due: readDueInput(text, zone) })}
          />
          <div className="task-dues">
            {quickDues.map(([name, days]) => (
              <Button
                key={name}
                className="small"
                onClick={() => set({ due: dueInDays(days, zone, Date.now() / 1000) })}
              >
                {taskTexts.dueQuick[name]}
              </Button>
            ))}
            {draft.due !== null && (
              <Button className="small quiet" onClick={() => set({ due: null })}>
                {taskTexts.dueQuick.none}
              </Button>
            )}
          </div>
        </div>
        <div>
          <TextField
            label={taskTexts.eventLabel}
            fault={faults.get('event_id')}
            inputClass="mono"
            maxLength={100}
            autoComplete="off"
            value={draft.event_id ?? ''}
            onChange={id => set({ event_id: id.trim() === '' ? null : id.trim() })}
          />
          {draft.event_id !== null && (
            <a
              className="task-event"
              href={`/search?event=${encodeURIComponent(draft.event_id)}`}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="open" size={12} /> {taskTexts.openEvent}
            </a>
          )}
        </div>
        {task && (
          <p className="field-hint whole">
            {taskTexts.history(
              task.owner.fullname || task.owner.username,
              momentText(task.created_at, zone),
              momentText(task.updated_at, zone),
            )}
          </p>
        )}
        <div className="form-actions whole">
          <Button onClick={onClose}>{taskTexts.cancel}</Button>
          <Button type="submit" className="primary" disabled={save.isPending}>
            {save.isPending ? taskTexts.saving : task ? taskTexts.save : taskTexts.saveNew}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Draft = Required<TaskDraft>

function draftOf({ task, title, description, eventId }: TaskDialogInput): Draft {
  return {
    title: task?.title ?? title ?? '',
    description: task?.description ?? description ?? '',
    due: task?.due ?? null,
    status: task?.status ?? 'new',
    assigned_to: task?.assigned_to ?? null,
    event_id: task?.event_id ?? eventId ?? null,
  }
}

/** The changes made in the form: members that another user has changed meanwhile stay unchanged. */
function changedOf(task: Task, draft: Draft): Partial<Draft> {
  const before = draftOf({ task })
  const members = Object.entries(draft).filter(
    ([name, value]) => !Object.entries(before).some(([n, v]) => n === name && v === value),
  )
  return Object.fromEntries(members)
}
