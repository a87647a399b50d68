import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import type { AuthToken } from '../../schema/people/auth-token.ts'
import { revokeToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { useAction } from '../components/use-action.ts'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { keyStart } from './key-start.ts'

const { revoke: texts } = tokenTexts

/** A button that revokes a token after a confirmation. */
export function RevokeToken({ token }: { token: AuthToken }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { description, last_used_at: lastUsedAt } = token
  const name = description === '' ? texts.unnamed(keyStart(token.secret_key)) : printable(description)
  const { act, isPending } = useAction('tokens')
  return (
    <>
      <Button
        className="small"
        aria-label={texts.button(name)}
        disabled={isPending}
        onClick={() => setIsConfirming(true)}
      >
        {texts.action}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={texts.title}
          confirmLabel={texts.action}
          onConfirm={() => act(() => revokeToken(token.id), texts.done(name))}
          onClose={() => setIsConfirming(false)}
        >
          {texts.text(name, lastUsedAt === null ? texts.neverUsed : agoText(lastUsedAt, Date.now() / 1000))}
        </ConfirmDialog>
      )}
    </>
  )
}
