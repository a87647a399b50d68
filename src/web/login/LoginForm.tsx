import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SignInMethods } from '../../schema/people/sign-in.ts'
import { ApiError, errorText } from '../api/http/api-error.ts'
import { login, readSignInMethods } from '../api/session.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { refreshSession } from '../state/session.ts'
import { loginTexts } from '../texts/login.ts'
import { takeSignInFailure } from './sign-in-failure.ts'
import './login.css'

interface Props {
  /** Set if the session of this user ended on an open page; absent on the login page. */
  username?: string
  /** Shown above the fields. `busy`: a sign-in is running. */
  children: (busy: boolean) => ReactNode
}

/**
 * The form with username and password. After a sign-in the session changes, and the app shows the page
 * instead of the form.
 */
export function LoginForm({ username, children }: Props) {
  const [message, setMessage] = useState(takeSignInFailure)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setMessage('')
    try {
      await login(String(form.get('username')), String(form.get('password')))
      await refreshSession()
    } catch (error) {
      setMessage(loginErrorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      {children(busy)}
      {message && (
        <p className="complaint" role="alert">
          {message}
        </p>
      )}
      <TextField
        label={loginTexts.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={username}
        required
      />
      <TextField
        label={loginTexts.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" className="primary" disabled={busy}>
        {busy ? loginTexts.signingIn : loginTexts.signIn}
      </Button>
      <ProviderLink keepsPage={username !== undefined} />
    </form>
  )
}

function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.status === 401 || error.status === 400) return loginTexts.wrong
  if (error.status === 429) return loginTexts.throttled(error.retryAfterSeconds ?? 60)
  return error.message
}

/**
 * Link to sign in at a provider, if one is configured. `keepsPage`: opens a new tab, since the page has
 * unsaved work.
 */
function ProviderLink({ keepsPage }: { keepsPage: boolean }) {
  const [provider, setProvider] = useState<SignInMethods['oidc']>(null)
  useEffect(() => {
    const controller = new AbortController()
    // Without a response, a password still works.
    readSignInMethods(controller.signal).then(
      ({ oidc }) => setProvider(oidc),
      () => {},
    )
    return () => controller.abort()
  }, [])
  useEffect(() => {
    if (!keepsPage) return
    // The user comes back after the sign-in in the other tab.
    const refresh = () => void refreshSession()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [keepsPage])
  if (provider === null) return null
  const returnTo = keepsPage ? '/' : location.pathname + location.search
  return (
    <>
      <p className="login-or row gap-10 faint" aria-hidden="true">
        {loginTexts.or}
      </p>
      <a
        className="button"
        href={`${provider.url}?return_to=${encodeURIComponent(returnTo)}`}
        {...(keepsPage && { target: '_blank', rel: 'noopener', title: loginTexts.opensTab })}
      >
        {loginTexts.signInWith(printable(provider.name))}
      </a>
    </>
  )
}
