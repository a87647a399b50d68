import { momentText } from '../../charts/time-text.ts'
import { TaskDraft, taskStatuses } from '../../schema/task.ts'
import { changeTask, createTask } from '../api/tasks.ts'
import { Button } from '../components/Button.tsx'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { changedMembers } from '../components/forms/changed-members.ts'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { Icon } from '../components/Icon.tsx'
import { showToast } from '../components/toast.tsx'
import { useZone } from '../state/preferences.ts'
import { taskTexts } from '../texts/tasks.ts'
import { readTimeInput, timeInput } from '../time/time-input.ts'
import { dueInDays } from './due-time.ts'
import type { TaskDialogInput } from './task-dialog-input.ts'
import { useUserNames } from './use-user-names.ts'
import './tasks.css'

/** Due times that buttons offer: the end of the working day in this number of days. */
const quickDues = [
  ['today', 0],
  ['tomorrow', 1],
  ['week', 7],
] as const

/** The form for a new task or an existing one. It is open over any page. */
export function TaskDialog({ input, onClose }: { input: TaskDialogInput; onClose: () => void }) {
  const { task } = input
  const zone = useZone()
  const users = useUserNames(task ? [task] : [])
  const form = useForm({
    shape: TaskDraft,
    initial: () => draftOf(input),
    send: draft => (task ? changeTask(task.id, changedMembers(draftOf(input), draft)) : createTask(draft)),
    onSent: saved => {
      onClose()
      showToast(task ? taskTexts.saved : taskTexts.created(saved.title))
    },
  })
  const { values: draft, set, fault } = form
  const saveLabel = task ? taskTexts.save : taskTexts.saveNew
  return (
    <FormDialog
      title={task ? taskTexts.dialogEdit : taskTexts.dialogNew}
      width={680}
      isGrid
      form={form}
      action={form.isSending ? taskTexts.saving : saveLabel}
      onClose={onClose}
    >
      <TextField className="whole" {...form.field('title')} autoComplete="off" />
      <TextArea className="whole" {...form.field('description')} rows={6} />
      <SelectField
        label={taskTexts.columns.status}
        fault={fault('status')}
        value={draft.status}
        options={taskStatuses.map(value => ({ value, text: taskTexts.statuses[value] }))}
        onChange={status => set({ status: taskStatuses.find(known => known === status) ?? draft.status })}
      />
      <SelectField
        label={taskTexts.columns.assigned}
        fault={fault('assigned_to')}
        value={String(draft.assigned_to ?? '')}
        options={[
          { value: '', text: taskTexts.nobody },
          ...users.list.map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        onChange={id => set({ assigned_to: id === '' ? null : Number(id) })}
      />
      <div>
        <TextField
          label={taskTexts.dueLabel}
          hint={taskTexts.dueHint(zone)}
          fault={fault('due')}
          type="datetime-local"
          value={timeInput(draft.due, zone)}
          onChange={text => set({ due: readTimeInput(text, zone) })}
        />
        <div className="task-dues wrap-row gap-4">
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
          fault={fault('event_id')}
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
    </FormDialog>
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
