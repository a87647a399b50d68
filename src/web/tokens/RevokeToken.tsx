import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import { agoText } from '../../charts/time-text.ts'
import type { AuthToken } from '../../schema/people/auth-token.ts'
import { errorText } from '../api/http/api-error.ts'
import { revokeToken } from '../api/tokens.ts'
import { Button } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { showToast } from '../components/toast.tsx'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { keyStart } from './key-start.ts'

const { revoke: texts } = tokenTexts

/** A button that revokes a token after a confirmation. */
export function RevokeToken({ token }: { token: AuthToken }) {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const { description, last_used_at: used } = token
  const name = description === '' ? texts.unnamed(keyStart(token.secret_key)) : printable(description)
  const revoke = useMutation({
    mutationFn: () => revokeToken(token.id),
    onSuccess: () => showToast(texts.done(name)),
    onError: error => showToast(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  })
  return (
    <>
      <Button
        className="small"
        aria-label={texts.button(name)}
        disabled={revoke.isPending}
        onClick={() => setIsAsking(true)}
      >
        {texts.action}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.title}
          action={texts.action}
          cancel={texts.cancel}
          onConfirm={() => revoke.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {texts.text(name, used === null ? texts.neverUsed : agoText(used, Date.now() / 1000))}
        </ConfirmDialog>
      )}
    </>
  )
}
