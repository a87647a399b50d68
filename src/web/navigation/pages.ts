import type { ComponentType } from 'react'
import { DashboardsPage, loadDashboards } from '../dashboards/DashboardsPage.tsx'
import { type LazyPart, lazyPart } from '../state/lazy-part.ts'
import { pageNames } from '../texts/pages.ts'

/** A page of the navigation. */
export interface Page {
  path: string
  name: string
  component: ComponentType
  /** Loads the code of the page ahead. `path`: the path that will be opened. */
  load: (path: string) => Promise<unknown>
  /** Only users with this permission see the page. */
  permission?: string
  /** Only users who may see the events of all hosts see the page. */
  needsAllHosts?: boolean
  /** Keys in sequence that open the page: `g t`. */
  keys?: `g ${string}`
  /**
   * `main`: a tab of the top bar. `bar`: an icon of its own in the top bar. `settings`: in the menu Manage.
   */
  group: 'main' | 'bar' | 'settings'
}

/** The search page, which opens first. It is not in `pages`, because it has two paths: / and /search. */
export const searchPage: LazyPart = lazyPart(
  async () => (await import('../search/SearchEntry.tsx')).SearchEntry,
)

/** Every page besides the search, in the order of the navigation. */
export const pages: readonly Page[] = [
  {
    path: '/dashboards',
    name: pageNames.dashboards,
    component: DashboardsPage,
    load: loadDashboards,
    keys: 'g d',
    group: 'main',
  },
  {
    path: '/tasks',
    name: pageNames.tasks,
    ...lazyPart(async () => (await import('../tasks/TasksPage.tsx')).TasksPage),
    permission: 'tasks',
    keys: 'g t',
    group: 'main',
  },
  {
    path: '/triggers',
    name: pageNames.triggers,
    ...lazyPart(async () => (await import('../triggers/TriggersPage.tsx')).TriggersPage),
    permission: 'triggers',
    keys: 'g a',
    group: 'main',
  },
  {
    path: '/notifications',
    name: pageNames.notifications,
    ...lazyPart(async () => (await import('../notifications/NotificationsPage.tsx')).NotificationsPage),
    permission: 'notifications',
    keys: 'g n',
    group: 'bar',
  },
  {
    path: '/reports',
    name: pageNames.reports,
    ...lazyPart(async () => (await import('../reports/ReportsPage.tsx')).ReportsPage),
    permission: 'reports',
    keys: 'g r',
    group: 'main',
  },
  {
    path: '/ingest',
    name: pageNames.ingest,
    ...lazyPart(async () => (await import('../ingest/IngestPage.tsx')).IngestPage),
    permission: 'search',
    keys: 'g i',
    group: 'main',
  },
  {
    path: '/send',
    name: pageNames.send,
    ...lazyPart(async () => (await import('../send/SendPage.tsx')).SendPage),
    group: 'settings',
  },
  {
    path: '/rules',
    name: pageNames.rules,
    ...lazyPart(async () => (await import('../rules/RulesPage.tsx')).RulesPage),
    permission: 'manage_rules',
    group: 'settings',
  },
  {
    path: '/forwarders',
    name: pageNames.forwarders,
    ...lazyPart(async () => (await import('../forwarders/ForwardersPage.tsx')).ForwardersPage),
    permission: 'manage_forwarders',
    needsAllHosts: true,
    group: 'settings',
  },
  {
    path: '/people',
    name: pageNames.people,
    ...lazyPart(async () => (await import('../people/PeoplePage.tsx')).PeoplePage),
    permission: 'manage_users',
    group: 'settings',
  },
  {
    path: '/tokens',
    name: pageNames.tokens,
    ...lazyPart(async () => (await import('../tokens/TokensPage.tsx')).TokensPage),
    group: 'settings',
  },
  {
    path: '/account',
    name: pageNames.account,
    ...lazyPart(async () => (await import('../account/AccountPage.tsx')).AccountPage),
    group: 'settings',
  },
  {
    path: '/system',
    name: pageNames.system,
    ...lazyPart(async () => (await import('../system/SystemPage.tsx')).SystemPage),
    group: 'settings',
  },
  {
    path: '/audit',
    name: pageNames.audit,
    ...lazyPart(async () => (await import('../audit/AuditPage.tsx')).AuditPage),
    permission: 'audit',
    group: 'settings',
  },
]

/** The page at a path: `/dashboards/7` belongs to /dashboards. */
export function pageAt(path: string): Page | undefined {
  return pages.find(page => isWithin(path, page.path))
}

/** Whether a path belongs to the search page. */
export function isSearch(path: string): boolean {
  return path === '/' || isWithin(path, '/search')
}

/** Loads the code of the page at a path ahead. An error surfaces when the page is opened. */
export function loadPage(path: string): void {
  const load = isSearch(path) ? searchPage.load : pageAt(path)?.load
  load?.(path).catch(() => {})
}

/** Whether a path is the page's path or below it. */
export function isWithin(path: string, pagePath: string): boolean {
  return path === pagePath || path.startsWith(`${pagePath}/`)
}
