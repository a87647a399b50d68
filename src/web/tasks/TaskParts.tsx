import { printable } from '../../charts/printable.ts'
import { minuteText } from '../../charts/time-text.ts'
import type { Task } from '../../schema/task.ts'
import { Icon } from '../components/Icon.tsx'
import { Link } from '../components/Link.tsx'
import { useZone } from '../state/preferences.ts'
import { taskTexts } from '../texts/tasks.ts'
import { isOverdue } from './choose-tasks.ts'
import { dueDistance } from './due-time.ts'
import { openTaskDialog } from './task-dialog-input.ts'

/** The title, which opens the task, with the first line of its description and a link to its event. */
export function TaskTitle({ task }: { task: Task }) {
  return (
    <>
      <button type="button" className="title-button" onClick={() => openTaskDialog({ task })}>
        {printable(task.title)}
      </button>
      {task.description !== '' && (
        <span className="task-description faint one-line">{printable(task.description)}</span>
      )}
      {task.event_id !== null && (
        <Link
          className="task-event"
          href={`/search?event=${encodeURIComponent(task.event_id)}`}
          aria-label={taskTexts.openEventOf(printable(task.title))}
        >
          <Icon name="open" size={12} /> {taskTexts.event}
        </Link>
      )}
    </>
  )
}

/** When a task is due, and how soon. */
export function DueTime({ task, now }: { task: Task; now: number }) {
  const zone = useZone()
  if (task.due === null) return <span className="faint">{taskTexts.noDue}</span>
  const distance = task.is_open ? dueDistance(task.due, now) : undefined
  return (
    <span className="task-due">
      <span className="number">{minuteText(task.due, zone)}</span>
      {distance && (
        <span className={isOverdue(task, now) ? 'error-text strong-text' : 'faint'}>{distance}</span>
      )}
    </span>
  )
}
