/**
 * The paths of the web interface. The server answers each with the same page, which renders the view of the
 * path; any other path is a 404.
 */
const pagePaths: ReadonlySet<string> = new Set([
  '/',
  '/search',
  '/dashboard',
  '/dashboards',
  '/tasks',
  '/triggers',
  '/notifications',
  '/reports',
  '/ingest',
  '/send',
  '/rules',
  '/forwarders',
  '/people',
  '/tokens',
  '/account',
  '/system',
  '/audit',
])

/** A dashboard: its id, or `overview`; `/tv` shows it without controls, for a screen on a wall. */
const dashboardPath = /^\/dashboards\/(?:\d{1,16}|overview)(?:\/tv)?$/

/** A task, opened over the page of tasks. */
const taskPath = /^\/tasks\/\d{1,16}$/

/** The form of a trigger. */
const triggerPath = /^\/triggers\/(?:\d{1,16}|new)$/

/** Whether the web interface has a view at a path, with or without a trailing slash. */
export function isPagePath(path: string): boolean {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  return pagePaths.has(plain) || [dashboardPath, taskPath, triggerPath].some(known => known.test(plain))
}
