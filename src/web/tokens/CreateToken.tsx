import { useEffect, useRef, useState } from 'react'
import type { AuthToken } from '../../schema/people/auth-token.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { copyText } from '../components/toast.tsx'
import { tokenTexts } from '../texts/settings/tokens.ts'
import { exampleCommand } from './example-command.ts'
import { TokenForm } from './TokenForm.tsx'

const { made: texts } = tokenTexts

/** Creates a token and shows its key once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<AuthToken>()
  return (
    <Dialog title={made ? tokenTexts.made.title : tokenTexts.create.title} onClose={onClose}>
      {made ? <TokenKey token={made} onClose={onClose} /> : <TokenForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

/** The whole key of a new token, and a command that uses it. */
function TokenKey({ token, onClose }: { token: AuthToken; onClose: () => void }) {
  const first = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone, and the key must be copied now.
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  const command = exampleCommand(token.token_type, token.secret_key, location.origin)
  return (
    <div className="form-rows" ref={first}>
      <p className="soft">{texts.warning}</p>
      <Copied label={texts.key} text={token.secret_key} action={texts.copy} className="primary" />
      <Copied label={texts.try[token.token_type]} text={command} action={texts.copyLine} />
      <div className="form-actions">
        <Button onClick={onClose}>{texts.done}</Button>
      </div>
    </div>
  )
}

function Copied(props: { label: string; text: string; action: string; className?: string }) {
  const { label, text, action, className = '' } = props
  return (
    <div className="copied">
      <span className="label">{label}</span>
      <code>{text}</code>
      <Button className={className} onClick={() => void copyText(text)}>
        <Icon name="copy" size={14} /> {action}
      </Button>
    </div>
  )
}
