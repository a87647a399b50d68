import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { tokensOfFragment } from './dashboards/tv-address.ts'
import { loadPage } from './shell/pages.ts'
import { setAccessToken } from './state/access-token.ts'
import { openLocation } from './state/location.ts'
import { openPreferences } from './state/preferences.ts'
import { openSession } from './state/session.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/shell.css'
import './styles/lists.css'
import './styles/charts.css'
import './styles/search.css'
import './styles/search-box.css'
import './styles/histogram.css'
import './styles/results.css'
import './styles/result-rows.css'
import './styles/messages.css'
import './styles/exports.css'

openPreferences()
openLocation()
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
