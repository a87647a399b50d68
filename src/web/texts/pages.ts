/** Names of the pages, as the navigation, the tab of the browser and the palette show them. */
export const pageNames = {
  search: 'Search',
  dashboards: 'Dashboards',
  tasks: 'Tasks',
  triggers: 'Triggers',
  notifications: 'Notifications',
  reports: 'Reports',
  ingest: 'Ingest',
  send: 'Send data',
  rules: 'Rules',
  people: 'Users and groups',
  tokens: 'Tokens',
  account: 'Your account',
  system: 'System',
  audit: 'Audit log',
} as const
