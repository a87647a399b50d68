/** Names of the pages, for the navigation, the browser tab and the palette. */
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
  forwarders: 'Forwarders',
  people: 'Users and groups',
  tokens: 'Tokens',
  account: 'Your account',
  system: 'System',
  audit: 'Audit log',
} as const
