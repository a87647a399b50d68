import { useEffect, useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SignInMethods } from '../../schema/people/sign-in.ts'
import { readSignInMethods } from '../api/session.ts'
import { refreshSession } from '../state/session.ts'
import { loginTexts } from '../texts/login.ts'

/**
 * Link to sign in at a provider, if one is configured. `keepsPage`: opens a new tab, since the page has
 * unsaved work.
 */
export function ProviderLink({ keepsPage }: { keepsPage: boolean }) {
  const [provider, setProvider] = useState<SignInMethods['oidc']>(null)
  useEffect(() => {
    const ending = new AbortController()
    // Without a response, a password still works.
    readSignInMethods(ending.signal).then(
      ({ oidc }) => setProvider(oidc),
      () => {},
    )
    return () => ending.abort()
  }, [])
  useEffect(() => {
    if (!keepsPage) return
    const read = () => void refreshSession()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [keepsPage])
  if (provider === null) return null
  const returnTo = keepsPage ? '/' : location.pathname + location.search
  return (
    <>
      <p className="login-or" aria-hidden="true">
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
