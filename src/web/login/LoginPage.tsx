import { Logo } from '../components/Logo.tsx'
import { LoginForm } from './LoginForm.tsx'

export function LoginPage() {
  return (
    <main className="login">
      <LoginForm>
        {busy => (
          <>
            <h1 className="brand">
              <Logo size={44} turning={busy} />
              Millrace
            </h1>
            <p className="tagline">Every line, as it runs by</p>
          </>
        )}
      </LoginForm>
    </main>
  )
}
