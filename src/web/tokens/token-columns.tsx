import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText, lengthText, minuteText, momentText } from '../../charts/time-text.ts'
import type { AuthToken, TokenScope } from '../../schema/people/auth-token.ts'
import { revokeToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { actionsColumn, type Column } from '../components/lists/Table.tsx'
import { useAction } from '../components/use-action.ts'
import { useNow } from '../components/use-now.ts'
import { useZone } from '../state/preferences.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'

const { list: texts } = tokenTexts

/** Columns of the list of tokens. */
export function useTokenColumns(showsOwners: boolean): Column<AuthToken>[] {
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
    ...(showsOwners
      ? [{ heading: texts.owner, cell: ({ user }: AuthToken) => printable(user.username) }]
      : []),
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

/** The values of variables with which a token reads its dashboard: `host fw-1 or fw-2`, `program *`. */
function valuesIn({ values = {} }: TokenScope): string[] {
  return Object.entries(values).map(([name, value]) => {
    if (value === null) return `${name} *`
    return `${name} ${typeof value === 'string' ? value : value.join(' or ')}`
  })
}

const { revoke: revokeTexts } = tokenTexts

/** A button that revokes a token after a confirmation. */
function RevokeToken({ token }: { token: AuthToken }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { description, last_used_at: lastUsedAt } = token
  const name = description === '' ? revokeTexts.unnamed(keyStart(token.secret_key)) : printable(description)
  const { act, isPending } = useAction('tokens')
  return (
    <>
      <Button
        className="small"
        aria-label={revokeTexts.button(name)}
        disabled={isPending}
        onClick={() => setIsConfirming(true)}
      >
        {revokeTexts.action}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={revokeTexts.title}
          confirmLabel={revokeTexts.action}
          onConfirm={() => act(() => revokeToken(token.id), revokeTexts.done(name))}
          onClose={() => setIsConfirming(false)}
        >
          {revokeTexts.text(
            name,
            lastUsedAt === null ? revokeTexts.neverUsed : agoText(lastUsedAt, Date.now() / 1000),
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The start of a secret key, enough to recognise it: its type and four characters. */
function keyStart(key: string): string {
  return `${key.slice(0, key.indexOf('-') + 5)}…`
}
