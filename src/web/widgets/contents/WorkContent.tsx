import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import { useNow } from '../../components/use-now.ts'
import { notificationsAddress } from '../../notifications/notifications-address.ts'
import { followLink } from '../../state/location.ts'
import { taskAddress } from '../../tasks/tasks-address.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import { taskTexts } from '../../texts/tasks.ts'
import type { ContentProps } from './content-props.ts'
import { MoreRows } from './MoreRows.tsx'
import { maxRows } from './max-rows.ts'

/** Tasks with their status and the time of their last change, each a link unless the widget has no links. */
export function TasksContent({ answer, zone, links }: ContentProps<'Tasks'>) {
  const now = useNow(60)
  const tasks = answer.results
  return (
    <div className="widget-scroll">
      <ul className="widget-work">
        {tasks.slice(0, maxRows).map(task => (
          <li key={task.id} className={task.is_closed ? 'closed' : undefined}>
            <a
              className="option"
              href={taskAddress(task.id)}
              onClick={links.into ? followLink : event => event.preventDefault()}
              title={printable(task.title)}
            >
              <span className={`task-status small-text soft ${task.status}`}>
                {taskTexts.statuses[task.status]}
              </span>
              <span className="widget-work-title grow one-line">{printable(task.title)}</span>
              {task.is_overdue && <span className="badge error">{widgetTexts.overdue}</span>}
              <span className="soft number" title={momentText(task.updated_at, zone)}>
                {agoText(task.updated_at, now)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <MoreRows count={tasks.length - maxRows} />
    </div>
  )
}

/** Narrower widgets need the space for the names. */
const minWidthForTimesPx = 300

/**
 * Groups of notifications: name, number of unread notifications, and time of the last change. Each name is a
 * link to its group unless the widget has no links.
 */
export function NotificationsContent({ answer, size, zone, links }: ContentProps<'Notifications'>) {
  const now = useNow(60)
  const groups = answer.results
  const hasTimes = size.width >= minWidthForTimesPx
  return (
    <div className="widget-scroll">
      <table className="widget-table">
        <thead>
          <tr>
            <th scope="col">{widgetTexts.name}</th>
            <th scope="col" className="right">
              {widgetTexts.unreadShort}
            </th>
            {hasTimes && (
              <th scope="col" className="right">
                {widgetTexts.updated}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, maxRows).map(group => (
            <tr key={group.id}>
              <th scope="row">
                <a
                  className="widget-table-name one-line"
                  href={notificationsAddress({ show: 'all', open: group.id })}
                  onClick={links.into ? followLink : event => event.preventDefault()}
                  title={printable(group.name)}
                >
                  {printable(group.name)}
                </a>
              </th>
              <td className={group.unread_count > 0 ? 'number right strong' : 'number right soft'}>
                {exactNumber(group.unread_count)}
              </td>
              {hasTimes && (
                <td className="number right soft">
                  <span title={momentText(group.updated_at, zone)}>{agoText(group.updated_at, now)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows count={groups.length - maxRows} />
    </div>
  )
}
