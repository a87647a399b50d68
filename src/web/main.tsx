// Imported before all components, since style sheets of components and pages override these.
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/states.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { setAccessToken } from './api/http/request.ts'
import { readDashboardPath } from './dashboards/draft/address.ts'
import { tokensOfFragment } from './dashboards/tv/tv-address.ts'
import { declareSeverityTokens } from './graphics/severity-tokens.ts'
import { loadPage } from './navigation/pages.ts'
import { openLocation } from './state/location.ts'
import { openPreferences } from './state/preferences.ts'
import { openSession } from './state/session.ts'
// Styles of the first pages: the shell, the search page and its dialogs. Other pages import their own.
import './shell/shell.css'
import './styles/lists.css'
import './styles/charts.css'
import './search/search.css'
import './search/box/search-box.css'
import './styles/chips.css'
import './results/results.css'
import './results/result-rows.css'
import './results/messages.css'
import './exports/exports.css'
import './styles/dialogs.css'

declareSeverityTokens()
openPreferences()
openLocation()
// A TV screen needs no sign-in if its address contains a token: /dashboards/7/tv#token=user-…
if (readDashboardPath(location.pathname).isTv) setAccessToken(tokensOfFragment(location.hash)[0])
openSession()
// Loads the code of the page while the request for the signed-in user runs.
loadPage(location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
