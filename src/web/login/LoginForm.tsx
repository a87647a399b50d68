import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError, errorText } from '../api/api-error.ts'
import { login } from '../api/session.ts'
import { refreshSession } from '../state/session.ts'

interface Props {
  /** Who is expected; they only give the password. */
  username?: string
  /** What stands above the fields. */
  children: (busy: boolean) => ReactNode
}

/** Name and password. */
export function LoginForm({ username, children }: Props) {
  const id = useId()
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setComplaint('')
    try {
      await login(String(form.get('username')), String(form.get('password')))
      await refreshSession()
    } catch (error) {
      setComplaint(loginErrorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      {children(busy)}
      {complaint && (
        <p className="complaint" role="alert">
          {complaint}
        </p>
      )}
      <div>
        <label className="label" htmlFor={`${id}-username`}>
          User name
        </label>
        <input
          className="field"
          id={`${id}-username`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={username}
          required
        />
      </div>
      <div>
        <label className="label" htmlFor={`${id}-password`}>
          Password
        </label>
        <input
          className="field"
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </div>
      <button type="submit" className="button primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}

function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.status === 401 || error.status === 400) return 'User name or password is not right.'
  if (error.status === 429) return `Too many tries. Wait ${error.retryAfter ?? 60} s and try again.`
  return error.message
}
