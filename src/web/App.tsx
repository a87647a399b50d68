import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo } from 'react'
import { accessToken } from './api/http/request.ts'
import { ErrorNotice } from './components/ErrorNotice.tsx'
import { Toast } from './components/toast.tsx'
import { DashboardsPage } from './dashboards/DashboardsPage.tsx'
import { readDashboardPath } from './dashboards/draft/address.ts'
import { LiveConnection } from './live/live-connection.ts'
import { openLiveSocket } from './live/open-live-socket.ts'
import { queryApi } from './live/query-api.ts'
import { LiveContext } from './live/use-live-query.ts'
import { LoginPage } from './login/LoginPage.tsx'
import { SessionEnded } from './login/SessionEnded.tsx'
import { Shell } from './shell/Shell.tsx'
import { realClock } from './state/clock.ts'
import { lazyComponent } from './state/lazy-part.ts'
import { useLocation } from './state/location.ts'
import { queryClient, retryFailedReads } from './state/query-client.ts'
import { refreshSession, useSession } from './state/session.ts'
import { shellTexts } from './texts/shell.ts'

const TvWaiting = lazyComponent(async () => (await import('./dashboards/tv/TvWaiting.tsx')).TvWaiting)

/**
 * Interval of retries while the service has not answered yet, since the page was opened, and while it refuses
 * the token of a TV screen.
 */
const retryMs = 5_000

/** Removes the queries of a closed page. In the browser's back-forward cache it may be shown again. */
function removeOnClose({ persisted }: PageTransitionEvent) {
  if (!persisted) queryApi.removeAll()
}

/**
 * The root component: the sign-in page, a dashboard in TV mode, or the shell with the page of the address.
 */
export function App() {
  const session = useSession()
  const signedIn = session.state === 'in' && !session.hasEnded
  const loginCount = session.state === 'in' ? session.loginCount : 0
  // A new connection after each login reloads everything on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const connection = useMemo(() => new LiveConnection(openLiveSocket, realClock), [loginCount])

  useEffect(() => {
    if (!signedIn) return
    const reconnect = () => connection.connect()
    // A browser does not say why a handshake failed. After two failures, reads whether the session has ended.
    const unwatch = connection.state.watch(() => {
      if (connection.state.get() === 'waiting' && connection.failures === 2) void refreshSession()
      if (connection.state.get() === 'open') retryFailedReads()
    })
    addEventListener('online', reconnect)
    addEventListener('pagehide', removeOnClose)
    connection.connect()
    return () => {
      removeEventListener('online', reconnect)
      removeEventListener('pagehide', removeOnClose)
      unwatch()
      connection.close()
    }
  }, [signedIn, connection])

  const { isTv } = readDashboardPath(useLocation().path)
  const isUnreachable = session.state === 'unreachable'
  const isRefused = isTv && session.state === 'out' && accessToken() !== undefined
  const isWaiting = isUnreachable || isRefused
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refreshSession(), retryMs)
    return () => clearInterval(timer)
  }, [isWaiting])

  if (session.state === 'loading') return null
  if (isTv && isWaiting) return <TvWaiting isRefused={isRefused} />
  if (session.state === 'unreachable')
    return (
      <ErrorNotice
        title={shellTexts.unreachable}
        error={session.error}
        onRetry={() => void refreshSession()}
      />
    )
  if (session.state === 'out') return <LoginPage />
  return (
    <QueryClientProvider client={queryClient}>
      <LiveContext value={connection}>
        {isTv ? (
          <Suspense>
            <DashboardsPage />
          </Suspense>
        ) : (
          <Shell key={session.user.id} user={session.user} />
        )}
        {session.hasEnded && <SessionEnded user={session.user} />}
        <Toast />
      </LiveContext>
    </QueryClientProvider>
  )
}
