import { type FormEvent, useState } from 'react'
import { Wheel } from '../parts/Wheel.tsx'
import { refreshSession } from '../state/session.ts'
import { login } from '../wire/session.ts'
import { saidBy, WireError } from '../wire/wire-error.ts'

export function LoginPage() {
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
      setComplaint(complaintOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className="login">
      <form onSubmit={submit}>
        <h1 className="brand">
          <Wheel size={44} turning={busy} />
          Millrace
        </h1>
        <p className="tagline">Every line, as it runs by</p>
        {complaint && (
          <p className="complaint" role="alert">
            {complaint}
          </p>
        )}
        <div>
          <label className="label" htmlFor="username">
            User name
          </label>
          <input
            className="field"
            id="username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
          />
        </div>
        <div>
          <label className="label" htmlFor="password">
            Password
          </label>
          <input
            className="field"
            id="password"
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
    </main>
  )
}

function complaintOf(error: unknown): string {
  if (!(error instanceof WireError)) return saidBy(error)
  if (error.status === 401 || error.status === 400) return 'User name or password is not right.'
  if (error.status === 429) return `Too many tries. Wait ${error.retryAfter ?? 60} s and try again.`
  return error.message
}
