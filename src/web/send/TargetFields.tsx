import { useMutation } from '@tanstack/react-query'
import { errorText } from '../api/http/api-error.ts'
import { createIngestToken } from '../api/http/send.ts'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/forms/Field.tsx'
import { sendTexts } from '../texts/settings/send.ts'
import type { Target } from './fill-in.ts'

interface Props {
  target: Omit<Target, 'listeners'>
  sender: string
  /** Whether the lines contain a placeholder for a token. */
  hasToken: boolean
  onChange: (change: Partial<Target>) => void
}

const local = /^(?:localhost|127\.|::1$)/

/** The address and the token that are inserted into the lines. */
export function TargetFields({ target: { host, token }, sender, hasToken, onChange }: Props) {
  const making = useMutation({
    mutationFn: () => createIngestToken(sendTexts.tokenDescription(sender)),
    onSuccess: ({ secret_key: key }) => onChange({ token: key }),
  })
  return (
    <div className="send-target">
      <Field label={sendTexts.address} hint={local.test(host) ? sendTexts.localHint : sendTexts.addressHint}>
        {attributes => (
          <input
            {...attributes}
            className="field mono"
            value={host}
            maxLength={255}
            spellCheck={false}
            autoComplete="off"
            onChange={event => onChange({ host: event.target.value.trim() })}
          />
        )}
      </Field>
      {hasToken && (
        <Field
          label={sendTexts.token}
          hint={token === undefined ? sendTexts.tokenHint : sendTexts.tokenMade}
          fault={making.error === null ? undefined : errorText(making.error)}
        >
          {attributes => (
            <span className="send-token">
              <input
                {...attributes}
                className="field mono"
                value={token ?? ''}
                spellCheck={false}
                autoComplete="off"
                onChange={event => onChange({ token: event.target.value.trim() || undefined })}
              />
              <Button disabled={making.isPending} onClick={() => making.mutate()}>
                {making.isPending ? sendTexts.creatingToken : sendTexts.createToken}
              </Button>
            </span>
          )}
        </Field>
      )}
    </div>
  )
}
