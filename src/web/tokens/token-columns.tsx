import { printable } from '../../charts/printable.ts'
import { agoText, lengthText, minuteText, momentText } from '../../charts/time-text.ts'
import type { AuthToken, TokenScope } from '../../schema/people/auth-token.ts'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { keyStart } from './key-start.ts'
import { RevokeToken } from './RevokeToken.tsx'

const { list: texts } = tokenTexts

/** Columns of the list of tokens; `all`: with their owners. */
export function useTokenColumns(all: boolean): Column<AuthToken>[] {
  const zone = useZone()
  const now = useNow(10)
  return [
    {
      heading: texts.description,
      className: 'cell-title',
      cell: ({ description, scope, read_only: isReadOnly, networks }) => (
        <>
          {description === '' ? (
            <span className="soft">{texts.none}</span>
          ) : (
            <strong className="people-name">{printable(description)}</strong>
          )}
          {isReadOnly && <span className="badge">{texts.readOnly}</span>}
          {networks.length > 0 && <span className="faint">{printable(texts.from(networks))}</span>}
          {scope && (
            <span className="faint">{printable(texts.scope(scope.dashboard_id, valuesIn(scope)))}</span>
          )}
        </>
      ),
    },
    { heading: texts.kind, cell: token => tokenTexts.kindName[token.token_type] },
    { heading: texts.key, cell: token => <code>{keyStart(token.secret_key)}</code> },
    ...(all ? [{ heading: texts.owner, cell: ({ user }: AuthToken) => printable(user.username) }] : []),
    { heading: texts.created, className: 'number', cell: ({ created_at }) => minuteText(created_at, zone) },
    {
      heading: texts.lastUsed,
      className: 'number',
      cell: ({ last_used_at: used }) =>
        used === null ? (
          <span className="faint">{texts.never}</span>
        ) : (
          <span title={momentText(used, zone)}>{agoText(used, now)}</span>
        ),
    },
    {
      heading: texts.expires,
      className: 'number',
      cell: ({ expires_at: end }) =>
        end === null ? (
          <span className="faint">{texts.never}</span>
        ) : (
          <span title={momentText(end, zone)}>{texts.within(lengthText(Math.max(1, end - now)))}</span>
        ),
    },
    { heading: texts.actions, className: actionsColumn, cell: token => <RevokeToken token={token} /> },
  ]
}

/** The values of variables with which a token reads its dashboard. */
function valuesIn({ values = {} }: TokenScope): string[] {
  return Object.entries(values).map(([name, value]) => `${name} ${[value ?? '*'].flat().join(' or ')}`)
}
