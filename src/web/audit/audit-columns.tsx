import { printable } from '../../charts/printable.ts'
import { momentText } from '../../charts/time-text.ts'
import type { AuditEntry } from '../../schema/people/audit.ts'
import type { Column } from '../components/lists/Table.tsx'
import { followLink } from '../state/location.ts'
import { useZone } from '../state/preferences.ts'
import { auditTexts as texts } from '../texts/settings/audit.ts'
import { type AuditState, auditAddress } from './audit-address.ts'
import { changeLines } from './change-lines.ts'

/** Columns of the audit log; a click on a user's name filters by the user. */
export function useAuditColumns(state: AuditState): Column<AuditEntry>[] {
  const zone = useZone()
  return [
    {
      heading: texts.columns.at,
      className: 'number',
      cell: ({ last_at: at, count }) => (
        <>
          {momentText(at, zone).slice(0, 19)}
          {count > 1 && <span className="faint"> {texts.times(count)}</span>}
        </>
      ),
    },
    { heading: texts.columns.who, cell: entry => <Who entry={entry} state={state} /> },
    {
      heading: texts.columns.what,
      cell: ({ action, result }) => (
        <>
          {texts.actions[action]}
          {result !== 'ok' && <span className="badge notice"> {texts.results[result]}</span>}
        </>
      ),
    },
    {
      heading: texts.columns.object,
      cell: ({ object, object_id: id, title }) => (
        <>
          {texts.objects[object]} {title === '' ? (id ?? '') : <strong>{printable(title)}</strong>}
        </>
      ),
    },
    {
      heading: texts.columns.changes,
      className: 'people-wrap',
      cell: ({ changes }) => <span className="soft">{printable(changeLines(changes).join('; '))}</span>,
    },
    {
      heading: texts.columns.from,
      cell: ({ address, credential }) =>
        credential === 'command_line'
          ? texts.commandLine
          : credential === 'service'
            ? texts.service
            : address,
    },
  ]
}

function Who({ entry: { user_id: id, username }, state }: { entry: AuditEntry; state: AuditState }) {
  const name = printable(username)
  if (id === null) return <span className="soft">{username === '' ? texts.nobody : name}</span>
  if (id === state.user) return name
  return (
    <a href={auditAddress({ ...state, user: id, page: 1 })} onClick={followLink} title={texts.onlyOf(name)}>
      {name}
    </a>
  )
}
