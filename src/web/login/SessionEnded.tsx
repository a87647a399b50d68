import { useEffect, useRef } from 'react'
import type { User } from '../api/session.ts'
import { LoginForm } from './LoginForm.tsx'

/** Over the page of somebody whose session has ended: what they typed stays below, until they are back. */
export function SessionEnded({ user }: { user: User }) {
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
      // Without a session there is nothing to go back to.
      onCancel={event => event.preventDefault()}
      // A browser closes it at the second Escape all the same.
      onClose={() => dialog.current?.showModal()}
    >
      <LoginForm username={user.username}>
        {() => (
          <div>
            <h2 id="session-ended">Your session has ended</h2>
            <p className="soft">Sign in to go on. Everything is as you left it.</p>
          </div>
        )}
      </LoginForm>
    </dialog>
  )
}
