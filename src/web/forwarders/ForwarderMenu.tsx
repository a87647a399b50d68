import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import { changeForwarder, deleteForwarder, skipWaiting, testForwarder } from '../api/forwarders.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { useAction } from '../components/use-action.ts'
import { forwarderTexts as texts } from '../texts/settings/forwarders.ts'
import { forwardersKey } from './use-forwarders.ts'

interface Props {
  forwarder: Forwarder
  onEdit: () => void
}

/** All actions on one forwarder. */
export function ForwarderMenu({ forwarder, onEdit }: Props) {
  const { id, is_active: isActive, status } = forwarder
  const name = printable(forwarder.name)
  const [open, setOpen] = useState<'test' | 'skip' | 'delete'>()
  const { act } = useAction(forwardersKey)
  const test = useMutation({ mutationFn: () => testForwarder(id) })
  const close = () => setOpen(undefined)
  // Undefined: unknown. The service counts only now and then, so that events may wait although it counted
  // none.
  const waiting = status.waiting === 0 ? undefined : status.waiting
  const canSkip = waiting !== undefined || status.state !== 'sending'
  return (
    <>
      <MenuButton
        menu
        alignRight
        className="button quiet small icon"
        label={texts.menu(name)}
        content={<Icon name="more" />}
      >
        <MenuItem onClick={onEdit}>
          <Icon name="pen" /> {texts.edit}
        </MenuItem>
        <MenuItem
          onClick={() =>
            act(
              () => changeForwarder(id, { is_active: !isActive }),
              isActive ? texts.paused(name) : texts.resumed(name),
            )
          }
        >
          <Icon name={isActive ? 'pause' : 'play'} /> {isActive ? texts.pause : texts.resume}
        </MenuItem>
        <MenuItem
          onClick={() => {
            test.mutate()
            setOpen('test')
          }}
        >
          <Icon name="bolt" /> {texts.test}
        </MenuItem>
        {canSkip && (
          <MenuItem onClick={() => setOpen('skip')}>
            <Icon name="right" /> {texts.skip}
          </MenuItem>
        )}
        <div className="menu-part" role="presentation">
          <MenuItem onClick={() => setOpen('delete')}>
            <Icon name="bin" /> {texts.delete}
          </MenuItem>
        </div>
      </MenuButton>
      {open === 'test' && <TestDialog name={name} test={test} onClose={close} />}
      {open === 'skip' && (
        <ConfirmDialog
          title={texts.skipping.title}
          confirmLabel={texts.skipping.action(waiting)}
          onConfirm={() => act(() => skipWaiting(id), texts.skipping.done(name))}
          onClose={close}
        >
          {texts.skipping.text(name, waiting)}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={texts.deleting.title}
          confirmLabel={texts.delete}
          onConfirm={() => act(() => deleteForwarder(id), texts.deleting.done(name))}
          onClose={close}
        >
          {texts.deleting.text(name, waiting)}
        </ConfirmDialog>
      )}
    </>
  )
}

interface TestProps {
  name: string
  test: {
    data: Awaited<ReturnType<typeof testForwarder>> | undefined
    error: unknown
    isPending: boolean
    mutate: () => void
  }
  onClose: () => void
}

/** The result of sending a test event to the destination. */
function TestDialog({ name, test, onClose }: TestProps) {
  const { testing } = texts
  const { data, error, isPending } = test
  const isOk = data?.ok === true
  const detail = data?.detail ?? (error ? errorText(error) : undefined)
  return (
    <Dialog title={testing.title(name)} onClose={onClose} width={520}>
      <div className="form-rows">
        <div role="status" className="form-rows">
          {isPending ? (
            <p className="soft">{testing.sending}</p>
          ) : (
            <>
              <p className={`forwarder-state ${isOk ? 'success' : 'error'}`}>
                <strong>{isOk ? testing.ok : testing.failed}</strong>
              </p>
              {detail !== undefined && <p className="output">{printable(detail, true)}</p>}
            </>
          )}
        </div>
        <div className="form-actions">
          <Button disabled={isPending} onClick={test.mutate}>
            {testing.again}
          </Button>
          <Button className="primary" onClick={onClose}>
            {testing.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
