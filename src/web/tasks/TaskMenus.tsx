import { type Task, type TaskStatus, taskStatuses } from '../../schema/task.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { taskTexts } from '../texts/tasks.ts'
import type { TaskChanges } from './use-tasks.ts'
import type { UserNames } from './use-user-names.ts'

/** The class of the badge of each status. */
const tones: Record<TaskStatus, string> = {
  new: 'notice',
  in_progress: 'warning',
  resolved: 'success',
  closed: '',
}

interface Props {
  task: Task
  onChange: TaskChanges['change']
}

/** The status of a task, and a menu to change it. */
export function StatusMenu({ task, onChange }: Props) {
  const text = taskTexts.statuses[task.status]
  return (
    <MenuButton
      menu
      className="task-menu hover-row faint-icons"
      label={taskTexts.statusOf(task.title, text)}
      content={
        <span className={`badge ${tones[task.status]}`}>
          {text} <Icon name="down" size={10} />
        </span>
      }
    >
      {taskStatuses.map(status => (
        <MenuItem
          key={status}
          aria-current={status === task.status}
          onClick={() => {
            if (status !== task.status)
              onChange(task, { status }, taskTexts.movedTo(task.title, taskTexts.statuses[status]))
          }}
        >
          {taskTexts.statuses[status]}
        </MenuItem>
      ))}
    </MenuButton>
  )
}

/** The assignee of a task, and a menu to change it. */
export function AssigneeMenu({ task, users, onChange }: Props & { users: UserNames }) {
  const name = users.nameOf(task.assigned_to)
  return (
    <MenuButton
      menu
      className={
        task.assigned_to === null
          ? 'task-menu hover-row faint faint-icons'
          : 'task-menu hover-row faint-icons'
      }
      label={taskTexts.assigneeOf(task.title, name)}
      content={
        <>
          <Icon name="person" size={12} />
          <span className="one-line">{name}</span>
          <Icon name="down" size={10} />
        </>
      }
    >
      {[null, ...users.list.map(({ id }) => id)].map(id => (
        <MenuItem
          key={id}
          aria-current={id === task.assigned_to}
          onClick={() => {
            if (id !== task.assigned_to)
              onChange(task, { assigned_to: id }, taskTexts.assignedTo(task.title, users.nameOf(id)))
          }}
        >
          {users.nameOf(id)}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
