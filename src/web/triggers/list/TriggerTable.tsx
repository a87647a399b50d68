import { type KeyboardEvent, useEffect, useRef } from 'react'
import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { agoText, momentText } from '../../../charts/time-text.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { Switch } from '../../components/forms/Switch.tsx'
import { Icon } from '../../components/Icon.tsx'
import { actionsColumn } from '../../components/lists/ListTable.tsx'
import { followLink } from '../../state/location.ts'
import { useZone } from '../../state/preferences.ts'
import { useHasPermission } from '../../state/session.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'
import { actionsShown } from '../links/describe.ts'
import { TriggerName } from '../links/TriggerName.tsx'
import { ActionIcons } from './ActionIcons.tsx'
import { HiddenCount } from './HiddenCount.tsx'
import { TriggerMenu } from './TriggerMenu.tsx'
import { useRowDrag } from './use-row-drag.ts'
import type { TriggerChanges } from './use-triggers.ts'

const { columns } = texts

interface Props extends TriggerChanges {
  triggers: readonly Trigger[]
  now: number
  /** Rows are in the order of matching and can be moved. */
  isOrdered: boolean
}

/** Triggers as a table. In the order of matching, rows are moved by drag, by keys and by their menu. */
export function TriggerTable({ triggers, now, isOrdered, ...changes }: Props) {
  const zone = useZone()
  // Users who see only some hosts can switch other users' triggers, but not change them otherwise.
  const managesAll = useHasPermission('manage_triggers')
  const table = useRef<HTMLTableElement>(null)
  const find = (id: number) => triggers.find(trigger => trigger.id === id)
  const drag = useRowDrag((id, { id: other, side }) => {
    const trigger = find(id)
    if (trigger) changes.move(trigger, { [side]: other })
  })
  /** The handle of a row moved by keys: it keeps the focus. */
  const focused = useRef<number>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    table.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus()
    focused.current = undefined
  })
  const press = (event: KeyboardEvent, trigger: Trigger, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const other = triggers[index + by]
    if (by === 0) return
    event.preventDefault()
    if (!other) return
    focused.current = trigger.id
    changes.move(trigger, { [by < 0 ? 'before' : 'after']: other.id })
  }
  return (
    <table ref={table} className="list-table trigger-table">
      <thead>
        <tr>
          <th scope="col">{columns.order}</th>
          <th scope="col">{columns.active}</th>
          <th scope="col">{columns.trigger}</th>
          <th scope="col">{columns.actions}</th>
          <th scope="col" className="end">
            {columns.matches}
          </th>
          <th scope="col">{columns.last}</th>
          <th scope="col">{columns.owner}</th>
          <th scope="col">
            <span className="unseen">{columns.menu}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {triggers.map((trigger, index) => {
          const { id, is_active, read_only, hits_count, last_matched, owner } = trigger
          const name = printable(trigger.name)
          const side = drag.place?.id === id && drag.dragged !== id ? ` drop-${drag.place.side}` : ''
          return (
            <tr
              key={id}
              className={`${is_active ? '' : 'resting'}${side}${drag.dragged === id ? ' dragged' : ''}`}
              {...(isOrdered && drag.row(id))}
            >
              <td className="cell-order number">
                {isOrdered && !read_only ? (
                  <button
                    type="button"
                    className="trigger-handle"
                    data-handle={id}
                    aria-label={texts.moveLabel(name, trigger.order ?? 0)}
                    title={texts.orderHint}
                    onKeyDown={event => press(event, trigger, index)}
                    {...drag.handle(id)}
                  >
                    <Icon name="grip" size={14} />
                    {trigger.order}
                  </button>
                ) : (
                  <span className="trigger-place">{trigger.order}</span>
                )}
              </td>
              <td className="cell-switch">
                <Switch
                  checked={is_active}
                  aria-label={texts.switchLabel(name)}
                  disabled={read_only && !managesAll}
                  onChange={on =>
                    changes.change(
                      trigger,
                      { is_active: on },
                      on ? texts.turnedOn(name) : texts.turnedOff(name),
                    )
                  }
                />
              </td>
              <td className="cell-title">
                <TriggerName trigger={trigger} now={now} />
              </td>
              <td data-label={columns.actions}>
                <ActionIcons kinds={actionsShown(trigger)} />
              </td>
              <td className="end number" data-label={columns.matches}>
                {hits_count === null ? <HiddenCount /> : exactNumber(hits_count)}
                {trigger.unread_count > 0 && (
                  <a className="trigger-unread" href={`/notifications?trigger=${id}`} onClick={followLink}>
                    {texts.unread(trigger.unread_count, exactNumber(trigger.unread_count))}
                  </a>
                )}
              </td>
              <td data-label={columns.last}>
                {hits_count === null ? (
                  <HiddenCount />
                ) : last_matched === null ? (
                  <span className="faint">{texts.never}</span>
                ) : (
                  <span title={momentText(last_matched, zone)}>{agoText(last_matched, now)}</span>
                )}
              </td>
              <td data-label={columns.owner}>
                <span className="trigger-owner">
                  {printable(owner.fullname || owner.username)}
                  {trigger.is_private && (
                    <span className="trigger-private" title={texts.privateHint}>
                      <Icon name="lock" size={12} />
                      <span className="unseen">{texts.private}</span>
                    </span>
                  )}
                </span>
              </td>
              <td className={actionsColumn}>
                <TriggerMenu
                  trigger={trigger}
                  changes={changes}
                  above={isOrdered ? triggers[index - 1] : undefined}
                  below={isOrdered ? triggers[index + 1] : undefined}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
