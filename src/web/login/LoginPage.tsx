import { Logo } from '../components/Logo.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { loginTexts } from '../texts/login.ts'
import { shellTexts } from '../texts/shell.ts'
import { LoginForm } from './LoginForm.tsx'

/** The page for visitors who are not signed in. */
export function LoginPage() {
  usePageTitle(loginTexts.title)
  return (
    <main className="login">
      <LoginForm>
        {busy => (
          <>
            <h1 className="brand">
              <Logo size={44} isTurning={busy} />
              {shellTexts.product}
            </h1>
            <p className="tagline">{loginTexts.tagline}</p>
          </>
        )}
      </LoginForm>
    </main>
  )
}
