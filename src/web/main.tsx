// First: the style sheets of parts and pages override them.
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { setAccessToken } from './api/http/request.ts'
import { tokensOfFragment } from './dashboards/tv/tv-address.ts'
import { declareSeverityTokens } from './graphics/severity-tokens.ts'
import { loadPage } from './navigation/pages.ts'
import { openLocation } from './state/location.ts'
import { openPreferences } from './state/preferences.ts'
import { openSession } from './state/session.ts'
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
// TV screens need no sign-in: their address may contain a token.
if (/^\/dashboards\/\d+\/tv$/.test(location.pathname)) setAccessToken(tokensOfFragment(location.hash)[0])
openSession()
// In parallel to the request for the signed-in user.
loadPage(location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
