import { useEffect, useRef } from 'react'
import type { SessionUser } from '../api/session.ts'
import { loginTexts } from '../texts/login.ts'
import { LoginForm } from './LoginForm.tsx'

/** The sign-in form over the page after the session has ended. Text typed on the page is kept. */
export function SessionEnded({ user }: { user: SessionUser }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('[type=password]')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog login session-ended"
      aria-labelledby="session-ended"
      // The page needs a session.
      onCancel={event => event.preventDefault()}
      // Browsers close a dialog at the second Escape.
      onClose={() => dialog.current?.showModal()}
    >
      <LoginForm username={user.username}>
        {() => (
          <div>
            <h2 id="session-ended">{loginTexts.ended}</h2>
            <p className="soft">{loginTexts.endedHint}</p>
          </div>
        )}
      </LoginForm>
    </dialog>
  )
}
