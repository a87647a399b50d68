import type { TaskTemplate } from '../../../../schema/triggers/trigger-parts.ts'
import { DurationField } from '../../../components/forms/DurationField.tsx'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { useUserNames } from '../../../tasks/use-user-names.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import type { SectionProps } from '../fields/section-props.ts'
import { TemplateField } from './TemplateField.tsx'

/** The task that a trigger creates. */
export function TaskFields({ draft, set, fault }: SectionProps) {
  const users = useUserNames()
  const task = draft.task_template ?? {}
  const change = (members: TaskTemplate) => set({ task_template: { ...task, ...members } })
  return (
    <>
      <TemplateField
        className="whole"
        rows={1}
        label={texts.taskTitle}
        hint={texts.taskTitleHint}
        fault={fault('task_template')}
        value={task.title ?? ''}
        onChange={title => change({ title })}
      />
      <TemplateField
        className="whole"
        rows={3}
        label={texts.taskDescription}
        hint={texts.taskDescriptionHint}
        value={task.description ?? ''}
        onChange={description => change({ description })}
      />
      <SelectField
        label={texts.taskAssigned}
        value={String(task.assigned_to ?? '')}
        options={[
          { value: '', text: texts.taskNobody },
          ...users.list.map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        onChange={id => change({ assigned_to: id === '' ? null : Number(id) })}
      />
      <DurationField
        label={texts.taskDue}
        value={task.due_after ?? null}
        min={1}
        onChange={due_after => change({ due_after })}
      />
    </>
  )
}
