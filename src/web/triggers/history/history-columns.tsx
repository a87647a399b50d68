import { exactNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import { clockText, momentText } from '../../../charts/time-text.ts'
import type { ActionRun, RunKind, RunStatus } from '../../../schema/triggers/action-run.ts'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Link } from '../../components/Link.tsx'
import { actionsColumn, type Column } from '../../components/lists/Table.tsx'
import { useZone } from '../../state/preferences.ts'
import { historyTexts as texts } from '../../texts/triggers/history.ts'
import { triggerAddress } from '../links/triggers-address.ts'
import { actionIcons } from '../list/ActionIcons.tsx'
import { HiddenCount } from '../list/HiddenCount.tsx'

const { columns: headings } = texts

/** The columns of the history: an action in each row. `onRetry` is undefined while a retry is being sent. */
export function useHistoryColumns(
  onOpen: (run: ActionRun) => void,
  onRetry: ((run: ActionRun) => void) | undefined,
): Column<ActionRun>[] {
  const zone = useZone()
  return [
    {
      heading: headings.when,
      className: 'number',
      cell: run => <span className="history-time">{momentText(run.created_at, zone)}</span>,
    },
    {
      heading: headings.action,
      cell: run => (
        <span className="history-kind faint-icons">
          <Icon name={runIcon(run.kind)} size={14} /> {texts.kinds[run.kind]}
        </span>
      ),
    },
    {
      heading: headings.trigger,
      className: 'cell-title',
      cell: ({ trigger, trigger_name, host, key }) => (
        <>
          {trigger ? (
            <Link className="title-button" href={triggerAddress(trigger.id)}>
              {printable(trigger.name)}
            </Link>
          ) : (
            <span className="faint">{texts.deleted(printable(trigger_name))}</span>
          )}
          {(key || host) !== '' && <span className="faint">{printable(key || host)}</span>}
        </>
      ),
    },
    {
      heading: headings.status,
      cell: run => (
        <span className={`badge ${runTones[run.status]}`} title={texts.statusHints[run.status]}>
          {texts.statuses[run.status]}
        </span>
      ),
    },
    {
      heading: headings.result,
      className: 'history-result',
      cell: run => (
        <button
          type="button"
          className="history-open wrap-row"
          aria-label={texts.open(texts.kinds[run.kind], printable(run.trigger_name))}
          onClick={() => onOpen(run)}
        >
          <span className={run.result === null ? 'faint' : undefined}>
            {printable(run.result ?? texts.none)}
          </span>
          {run.tries > 1 && <span className="faint">{texts.tries(run.tries)}</span>}
          {run.next_at !== null && run.tries > 0 && (
            <span className="faint">{texts.nextAt(clockText(run.next_at, zone))}</span>
          )}
        </button>
      ),
    },
    {
      heading: headings.matches,
      className: 'end number',
      cell: run => (run.matches === null ? <HiddenCount /> : exactNumber(run.matches)),
    },
    {
      heading: headings.actions,
      className: actionsColumn,
      cell: run =>
        run.can_retry && (
          <IconButton
            icon="refresh"
            label={texts.retryOf(texts.kinds[run.kind], printable(run.trigger_name))}
            title={texts.retry}
            disabled={onRetry === undefined}
            onClick={() => onRetry?.(run)}
          />
        ),
    },
  ]
}

/** The class of the badge of each status. */
export const runTones: Record<RunStatus, string> = {
  pending: 'notice',
  running: 'notice',
  done: 'success',
  failed: 'error',
  dead: 'error',
  suppressed: '',
}

function runIcon(kind: RunKind): IconName {
  return kind === 'escalation' ? 'up' : actionIcons[kind]
}
