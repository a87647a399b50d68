import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { pageNames } from '../texts/pages.ts'

/** A page of the navigation. */
export interface Page {
  path: string
  name: string
  component: LazyExoticComponent<ComponentType>
  /** Only who has this permission is shown the page. */
  permission?: string
  /** Keys that lead to it: `g t`. */
  keys?: `g ${string}`
  /** `main` pages are tabs of the top bar, `bar` has an icon of its own there; `settings` are in the menu beside them. */
  group: 'main' | 'bar' | 'settings'
}

/** Every page besides the search, which is part of the first load. In the order of the navigation. */
export const pages: readonly Page[] = [
  {
    path: '/dashboards',
    name: pageNames.dashboards,
    component: lazy(async () => ({
      default: (await import('../dashboards/DashboardsPage.tsx')).DashboardsPage,
    })),
    keys: 'g d',
    group: 'main',
  },
  {
    path: '/tasks',
    name: pageNames.tasks,
    component: lazy(async () => ({ default: (await import('../tasks/TasksPage.tsx')).TasksPage })),
    permission: 'tasks',
    keys: 'g t',
    group: 'main',
  },
  {
    path: '/triggers',
    name: pageNames.triggers,
    component: lazy(async () => ({ default: (await import('../triggers/TriggersPage.tsx')).TriggersPage })),
    permission: 'triggers',
    keys: 'g a',
    group: 'main',
  },
  {
    path: '/notifications',
    name: pageNames.notifications,
    component: lazy(async () => ({
      default: (await import('../notifications/NotificationsPage.tsx')).NotificationsPage,
    })),
    permission: 'notifications',
    keys: 'g n',
    group: 'bar',
  },
  {
    path: '/reports',
    name: pageNames.reports,
    component: lazy(async () => ({ default: (await import('../reports/ReportsPage.tsx')).ReportsPage })),
    permission: 'reports',
    keys: 'g r',
    group: 'main',
  },
  {
    path: '/ingest',
    name: pageNames.ingest,
    component: lazy(async () => ({ default: (await import('../ingest/IngestPage.tsx')).IngestPage })),
    permission: 'search',
    keys: 'g i',
    group: 'main',
  },
  {
    path: '/send',
    name: pageNames.send,
    component: lazy(async () => ({ default: (await import('../send/SendPage.tsx')).SendPage })),
    group: 'settings',
  },
  {
    path: '/rules',
    name: pageNames.rules,
    component: lazy(async () => ({ default: (await import('../rules/RulesPage.tsx')).RulesPage })),
    permission: 'manage_rules',
    group: 'settings',
  },
  {
    path: '/system',
    name: pageNames.system,
    component: lazy(async () => ({ default: (await import('../system/SystemPage.tsx')).SystemPage })),
    group: 'settings',
  },
  {
    path: '/people',
    name: pageNames.people,
    component: lazy(async () => ({ default: (await import('../people/PeoplePage.tsx')).PeoplePage })),
    permission: 'manage_users',
    group: 'settings',
  },
  {
    path: '/tokens',
    name: pageNames.tokens,
    component: lazy(async () => ({ default: (await import('../tokens/TokensPage.tsx')).TokensPage })),
    group: 'settings',
  },
  {
    path: '/account',
    name: pageNames.account,
    component: lazy(async () => ({ default: (await import('../account/AccountPage.tsx')).AccountPage })),
    group: 'settings',
  },
]

/** The page at a path: `/dashboards/7` belongs to /dashboards. */
export function pageAt(path: string): Page | undefined {
  return pages.find(page => isWithin(path, page.path))
}

/** Whether a path is that of a page or below it. */
export function isWithin(path: string, pagePath: string): boolean {
  return path === pagePath || path.startsWith(`${pagePath}/`)
}
