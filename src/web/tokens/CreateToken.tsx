import { useState } from 'react'
import type { AuthToken } from '../../schema/people/auth-token.ts'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { TokenForm } from './TokenForm.tsx'
import { TokenKey } from './TokenKey.tsx'

/** Creates a token and shows its key once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<AuthToken>()
  return (
    <Dialog title={made ? tokenTexts.made.title : tokenTexts.create.title} onClose={onClose}>
      {made ? <TokenKey token={made} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}
