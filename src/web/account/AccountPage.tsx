import { useQuery } from '@tanstack/react-query'
import { readAccount } from '../api/account.ts'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { pageNames } from '../texts/pages.ts'
import { accountTexts } from '../texts/settings/account.ts'
import { LookCard } from './LookCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import '../styles/people.css'

/** The user's account: name, password, sessions, appearance of the page. */
export function AccountPage() {
  usePageTitle(pageNames.account)
  const account = useQuery({ queryKey: ['account'], queryFn: ({ signal }) => readAccount(signal) })
  return (
    <main className="page people">
      <header className="page-bar">
        <h1>{pageNames.account}</h1>
      </header>
      {account.error && !account.data && (
        <ErrorNotice
          title={accountTexts.profile.failed}
          error={account.error}
          onRetry={() => void account.refetch()}
        />
      )}
      <div className="account-cards">
        {account.data && <ProfileCard account={account.data} />}
        {account.data && <PasswordCard account={account.data} />}
        {!account.isPending && (
          <>
            <SessionsCard />
            <LookCard />
          </>
        )}
      </div>
    </main>
  )
}
