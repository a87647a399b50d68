/** Texts of the frame of the page: bar, menus, palette, help, states of a whole page. */
export const shellTexts = {
  notifications: (count: number, text: string) =>
    count === 0 ? 'Notifications' : `Notifications, ${text} unread`,
  notificationMatches: (label: string, matches: number, text: string) =>
    `${label}: ${matches === 1 ? '1 match' : `${text} matches`}`,
  product: 'Millrace',
  skip: 'Skip to content',
  pages: 'Pages',
  allPages: 'All pages',
  manage: 'Manage',
  arrived: (page: string) => `${page} page`,

  account: (name: string) => `Signed in as ${name}`,
  signOut: 'Sign out',
  theme: 'Theme',
  themes: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
  density: 'Row density',
  densities: { comfortable: 'Comfortable rows', compact: 'Compact rows' },
  help: 'Keyboard and search help',

  connection: {
    off: ['Offline', 'No live connection'],
    connecting: ['Connecting', 'Opening the live connection'],
    open: ['Connected', 'Live: changes arrive as they happen'],
    waiting: ['Reconnecting', 'Live connection lost, reconnecting. Meanwhile the page polls.'],
  },

  unreachable: 'Millrace is not responding',
  broken: 'This page could not be shown',
  brokenHint: 'Reload to try again. If that does not help, the log of the service may say more.',
  reload: 'Reload',
  failed: 'That could not be opened. Reload the page to try again.',
  refused: 'You do not have permission to view this page',
  refusedHint: (permission: string, needsAllHosts = false) =>
    `It requires the permission ${permission}${needsAllHosts ? ' and access to all hosts' : ''}. An administrator can give it to one of your groups.`,
  missing: 'Page not found',
  missingHint: 'The address may be wrong, or the page has moved.',
  toSearch: 'Go to search',
  toDashboards: 'Go to dashboards',

  palette: {
    open: 'Search or go to…',
    label: 'Commands',
    placeholder: 'Go to a page, a dashboard, or search for…',
    results: 'Results',
    searchFor: (text: string) => `Search for “${text}”`,
    kinds: {
      page: 'Page',
      dashboard: 'Dashboard',
      search: 'Saved search',
      action: 'Action',
      recent: 'Recent',
      time: 'Time zone',
    },
    zoneBrowser: 'Times in the time zone of the browser',
    zoneUtc: 'Times in UTC',
    newTask: 'New task',
    newTrigger: 'New trigger',
    footKeys: ['↑↓', '↵', 'Esc'],
    foot: ['choose', 'open', 'close'],
  },
} as const

/** Texts of the help dialog. */
export const helpTexts = {
  title: 'Keyboard and search',
  tour: 'Take the tour',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Off: letters and ? do nothing. Ctrl K and Enter, Escape and the arrow keys still work.',
  palette: 'Search or go to anything',
  goTo: (page: string) => `Go to ${page}`,
  groups: { everywhere: 'Everywhere', lists: 'Lists', search: 'Search' },
  language: 'In messages',
  forms: [
    ['link down', 'both words, in any order'],
    ['link | port', 'either word; OR does the same'],
    ['link !down', 'the first without the second; - and NOT do the same'],
    ['"link down"', 'the words next to each other'],
    ['fail*  *login  10.1.?.7', 'wildcards within a word'],
    ['(fail* | denied) !test', 'parentheses group'],
    ['%ASA-6-302013  10.1.2.3', 'mnemonics, addresses and paths match as a whole or by any of their parts'],
    [
      'host:web-1  -program:cron',
      'conditions on fields and tags become filters, also severity<=3; "host:web-1" in quotation marks is text',
    ],
  ],
} as const

/** Actions of the single keys. */
export const shortcutTexts = {
  query: 'Go to the query',
  time: 'Choose the time range',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  close: 'Close the open panel',
  live: 'Toggle live updates',
  save: 'Save the search',
  refresh: 'Refresh',
  create: 'New: task, trigger, report, dashboard, rule, note on the open event',
  edit: 'Edit the open object; mark a notification as read',
  remove: 'Delete the open notification',
  help: 'This help',
} as const
